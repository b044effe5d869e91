#include "io/xdmf.h"

#include "base/error.h"
#include "io/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct clast_xdmf {
    const char *h5_name;
    const clast_xdmf_array *arrays;
    int n_arrays;
    FILE *grids; /* the text of all frames so far, in memory */
    char *text;
    size_t length;
    int frames, frames_written;
    char path[];
};

static const char head[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                           "<Xdmf Version=\"2.0\">\n"
                           "<Domain>\n"
                           "<Grid Name=\"frames\" GridType=\"Collection\" CollectionType=\"Temporal\">\n";
static const char foot[] = "</Grid>\n</Domain>\n</Xdmf>\n";

clast_status clast_xdmf_create(const char *path, const char *h5_name, const clast_xdmf_array *arrays, int n_arrays,
                               clast_xdmf **xdmf, clast_error *error)
{
    *xdmf = NULL;
    clast_xdmf *made = calloc(1, sizeof *made + strlen(path) + 1);
    if (!made)
        return clast_fail_memory(error);
    strcpy(made->path, path);
    made->h5_name = h5_name;
    made->arrays = arrays;
    made->n_arrays = n_arrays;
    made->grids = open_memstream(&made->text, &made->length);
    if (!made->grids) {
        clast_xdmf_free(made);
        return clast_fail_memory(error);
    }
    *xdmf = made;
    return CLAST_OK;
}

static void put_item(const clast_xdmf *xdmf, const clast_xdmf_array *array, const char *group, size_t n)
{
    bool wide = array->type == CLAST_H5_DOUBLE || array->type == CLAST_H5_INT64;
    bool real = array->type == CLAST_H5_DOUBLE || array->type == CLAST_H5_FLOAT;
    bool fixed = array->data[0] == '/';
    fprintf(xdmf->grids, "<DataItem Format=\"HDF\" NumberType=\"%s\" Precision=\"%d\" Dimensions=\"%zu",
            real ? "Float" : "Int", wide ? 8 : 4, n);
    if (array->width > 1)
        fprintf(xdmf->grids, " %d", array->width);
    fprintf(xdmf->grids, "\">%s:%s%s%s</DataItem>", xdmf->h5_name, fixed ? "" : group, fixed ? "" : "/", array->data);
}

static const char *attribute_type(int width) { return width == 1 ? "Scalar" : width == 3 ? "Vector" : "Matrix"; }

static clast_status write_whole(clast_xdmf *xdmf, clast_error *error)
{
    char *all = NULL;
    size_t length = 0;
    FILE *file = fflush(xdmf->grids) == 0 ? open_memstream(&all, &length) : NULL;
    if (!file)
        return clast_fail_memory(error);
    fputs(head, file);
    fwrite(xdmf->text, 1, xdmf->length, file);
    fputs(foot, file);
    bool good = !ferror(file) && !ferror(xdmf->grids);
    good = fclose(file) == 0 && good;
    clast_status status = good ? clast_text_replace(xdmf->path, all, length, error) : clast_fail_memory(error);
    free(all);
    if (status == CLAST_OK)
        xdmf->frames_written = xdmf->frames;
    return status;
}

clast_status clast_xdmf_frame(clast_xdmf *xdmf, const char *group, size_t n, double time, clast_error *error)
{
    char number[CLAST_TEXT_NUMBER];
    fprintf(xdmf->grids, "<Grid Name=\"points\" GridType=\"Uniform\">\n<Time Value=\"%s\"/>\n",
            clast_text_number(time, number));
    fprintf(xdmf->grids, "<Topology TopologyType=\"Polyvertex\" NumberOfElements=\"%zu\" NodesPerElement=\"1\">", n);
    put_item(xdmf, &xdmf->arrays[1], group, n);
    fputs("</Topology>\n<Geometry GeometryType=\"XYZ\">", xdmf->grids);
    put_item(xdmf, &xdmf->arrays[0], group, n);
    fputs("</Geometry>\n", xdmf->grids);
    for (int k = 2; k < xdmf->n_arrays; k++) {
        const clast_xdmf_array *array = &xdmf->arrays[k];
        fprintf(xdmf->grids, "<Attribute Name=\"%s\" AttributeType=\"%s\" Center=\"Node\">", array->name,
                attribute_type(array->width));
        put_item(xdmf, array, group, n);
        fputs("</Attribute>\n", xdmf->grids);
    }
    fputs("</Grid>\n", xdmf->grids);
    xdmf->frames++;
    /* writing all frames after each would cost the square of their number */
    if (xdmf->frames - xdmf->frames_written <= xdmf->frames_written / 128)
        return CLAST_OK;
    return write_whole(xdmf, error);
}

clast_status clast_xdmf_finish(clast_xdmf *xdmf, clast_error *error)
{
    return xdmf->frames > xdmf->frames_written ? write_whole(xdmf, error) : CLAST_OK;
}

void clast_xdmf_free(clast_xdmf *xdmf)
{
    if (!xdmf)
        return;
    if (xdmf->grids)
        fclose(xdmf->grids);
    free(xdmf->text);
    free(xdmf);
}
