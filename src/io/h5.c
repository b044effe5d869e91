/* The thin layer over HDF5. Two habits of the library are changed:
 *   - its error stack is not printed but read: the innermost reason goes into the caller's clast_error;
 *   - files are not locked, so that somebody who looks at a running simulation's results cannot make the run fail.
 * Writers keep a file open only while they write: what is closed survives a kill. */
#include "io/h5.h"

#include "base/error.h"

#include <errno.h>
#include <hdf5.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct clast_h5 {
    hid_t file;
    H5E_auto2_t print; /* who printed HDF5's errors before the file was opened, to be put back */
    void *print_data;
    char path[];
};

/* ---- errors ------------------------------------------------------------------------------------------------ */

static herr_t keep_first(unsigned n, const H5E_error2_t *entry, void *out)
{
    if (n == 0 && entry->desc)
        strncat(out, entry->desc, 255);
    return 0;
}

/* The innermost reason on HDF5's stack; the system's own words ("No space left on device") when it has them. */
static const char *reason(char out[256])
{
    static const char mark[] = "error message = '";
    out[0] = '\0';
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_first, out);
    char *words = strstr(out, mark);
    if (!words)
        return out[0] ? out : "unknown reason";
    words += sizeof mark - 1;
    char *end = strchr(words, '\'');
    if (end)
        *end = '\0';
    return words;
}

static clast_status fail_write(const clast_h5 *h5, const char *path, clast_error *error)
{
    char text[256];
    return clast_fail(error, CLAST_FILE, "cannot write '%s' to '%s': %s", path, h5->path, reason(text));
}

static clast_status fail_read(const clast_h5 *h5, const char *path, clast_error *error)
{
    char text[256];
    return clast_fail(error, CLAST_BAD_INPUT, "cannot read '%s' from '%s': %s", path, h5->path, reason(text));
}

/* ---- files -------------------------------------------------------------------------------------------------- */

static clast_h5 *h5_new(const char *path)
{
    clast_h5 *h5 = calloc(1, sizeof *h5 + strlen(path) + 1);
    if (!h5)
        return NULL;
    strcpy(h5->path, path);
    h5->file = H5I_INVALID_HID;
    H5Eget_auto2(H5E_DEFAULT, &h5->print, &h5->print_data);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    return h5;
}

static void h5_drop(clast_h5 *h5)
{
    H5Eset_auto2(H5E_DEFAULT, h5->print, h5->print_data);
    free(h5);
}

static hid_t access_list(void)
{
    hid_t list = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_fclose_degree(list, H5F_CLOSE_STRONG);
    H5Pset_file_locking(list, false, true);
    return list;
}

clast_status clast_h5_create(const char *path, clast_h5 **h5, clast_error *error)
{
    *h5 = NULL;
    clast_h5 *made = h5_new(path);
    if (!made)
        return clast_fail_memory(error);
    hid_t list = access_list();
    made->file = H5Fcreate(path, H5F_ACC_EXCL, H5P_DEFAULT, list);
    H5Pclose(list);
    if (made->file < 0) {
        char text[256];
        clast_status status = access(path, F_OK) == 0
                                  ? clast_fail(error, CLAST_FILE, "'%s' exists already; nothing is overwritten", path)
                                  : clast_fail(error, CLAST_FILE, "cannot create '%s': %s", path, reason(text));
        h5_drop(made);
        return status;
    }
    *h5 = made;
    return CLAST_OK;
}

clast_status clast_h5_open(const char *path, bool writable, clast_h5 **h5, clast_error *error)
{
    *h5 = NULL;
    if (access(path, writable ? R_OK | W_OK : R_OK) != 0)
        return clast_fail(error, CLAST_FILE, "cannot open '%s': %s", path, strerror(errno));
    clast_h5 *made = h5_new(path);
    if (!made)
        return clast_fail_memory(error);
    hid_t list = access_list();
    made->file = H5Fopen(path, writable ? H5F_ACC_RDWR : H5F_ACC_RDONLY, list);
    H5Pclose(list);
    if (made->file < 0) {
        char text[256];
        clast_status status =
            clast_fail(error, CLAST_BAD_INPUT, "'%s' is not an HDF5 file, or was cut off: %s", path, reason(text));
        h5_drop(made);
        return status;
    }
    *h5 = made;
    return CLAST_OK;
}

clast_status clast_h5_close(clast_h5 *h5, clast_error *error)
{
    if (!h5)
        return CLAST_OK;
    clast_status status = CLAST_OK;
    if (H5Fclose(h5->file) < 0) {
        char text[256];
        status = clast_fail(error, CLAST_FILE, "cannot close '%s': %s", h5->path, reason(text));
    }
    h5_drop(h5);
    return status;
}

/* ---- writing ------------------------------------------------------------------------------------------------ */

static hid_t memory_type(clast_h5_type type)
{
    return type == CLAST_H5_FLOAT   ? H5T_NATIVE_FLOAT
           : type == CLAST_H5_INT64 ? H5T_NATIVE_INT64
           : type == CLAST_H5_INT32 ? H5T_NATIVE_INT32
                                    : H5T_NATIVE_DOUBLE;
}

static size_t type_bytes(clast_h5_type type) { return type == CLAST_H5_DOUBLE || type == CLAST_H5_INT64 ? 8 : 4; }

/* A text of any length in UTF-8; h5py gives it back as str. */
static hid_t text_type(H5T_cset_t letters)
{
    hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, H5T_VARIABLE);
    H5Tset_cset(type, letters);
    return type;
}

/* Creates the dataset with the groups above it. */
static hid_t make_dataset(clast_h5 *h5, const char *path, hid_t type, int rank, const hsize_t size[2])
{
    hid_t link = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_create_intermediate_group(link, 1);
    hid_t space = H5Screate_simple(rank, size, NULL);
    hid_t set = H5Dcreate2(h5->file, path, type, space, link, H5P_DEFAULT, H5P_DEFAULT);
    H5Sclose(space);
    H5Pclose(link);
    return set;
}

clast_status clast_h5_write(clast_h5 *h5, const char *path, clast_h5_type type, const void *data, size_t rows,
                            size_t width, clast_error *error)
{
    const hsize_t size[2] = {rows, width};
    hid_t set = make_dataset(h5, path, memory_type(type), width == 1 ? 1 : 2, size);
    if (set < 0)
        return fail_write(h5, path, error);
    bool good = rows == 0 || H5Dwrite(set, memory_type(type), H5S_ALL, H5S_ALL, H5P_DEFAULT, data) >= 0;
    clast_status status = good ? CLAST_OK : fail_write(h5, path, error);
    if (H5Dclose(set) < 0 && status == CLAST_OK)
        status = fail_write(h5, path, error);
    return status;
}

clast_status clast_h5_write_texts(clast_h5 *h5, const char *path, const char *const *texts, size_t n,
                                  clast_error *error)
{
    const hsize_t size[2] = {n, 1};
    hid_t type = text_type(H5T_CSET_UTF8);
    hid_t set = make_dataset(h5, path, type, 1, size);
    bool good = set >= 0 && (n == 0 || H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, texts) >= 0);
    clast_status status = good ? CLAST_OK : fail_write(h5, path, error);
    if (set >= 0)
        H5Dclose(set);
    H5Tclose(type);
    return status;
}

/* One value as an attribute of a group or dataset; an older one of that name is replaced. */
static clast_status put_attribute(clast_h5 *h5, const char *path, const char *name, hid_t type, const void *value,
                                  clast_error *error)
{
    bool good = false;
    hid_t space = H5Screate(H5S_SCALAR);
    hid_t object = H5Oopen(h5->file, path, H5P_DEFAULT);
    if (object >= 0) {
        if (H5Aexists(object, name) > 0)
            H5Adelete(object, name);
        hid_t attribute = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
        good = attribute >= 0 && H5Awrite(attribute, type, value) >= 0 && H5Aclose(attribute) >= 0;
    }
    clast_status status = good ? CLAST_OK : fail_write(h5, path, error);
    if (object >= 0)
        H5Oclose(object);
    H5Sclose(space);
    return status;
}

clast_status clast_h5_attribute(clast_h5 *h5, const char *path, const char *name, const char *text, clast_error *error)
{
    hid_t type = text_type(H5T_CSET_UTF8);
    clast_status status = put_attribute(h5, path, name, type, &text, error);
    H5Tclose(type);
    return status;
}

clast_status clast_h5_attribute_number(clast_h5 *h5, const char *path, const char *name, double value,
                                       clast_error *error)
{
    return put_attribute(h5, path, name, H5T_NATIVE_DOUBLE, &value, error);
}

clast_status clast_h5_rename(clast_h5 *h5, const char *from, const char *to, clast_error *error)
{
    hid_t link = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_create_intermediate_group(link, 1);
    bool good =
        H5Fflush(h5->file, H5F_SCOPE_LOCAL) >= 0 && H5Lmove(h5->file, from, H5L_SAME_LOC, to, link, H5P_DEFAULT) >= 0;
    clast_status status = good ? CLAST_OK : fail_write(h5, to, error);
    H5Pclose(link);
    return status;
}

/* ---- reading ------------------------------------------------------------------------------------------------ */

/* HDF5 wants every link on the way asked for by itself. */
bool clast_h5_has(clast_h5 *h5, const char *path)
{
    if (strcmp(path, "/") == 0)
        return true;
    char part[256];
    for (const char *end = path; *end != '\0';) {
        end += strspn(end, "/");
        end += strcspn(end, "/");
        size_t length = (size_t)(end - path);
        if (length >= sizeof part)
            return false;
        memcpy(part, path, length);
        part[length] = '\0';
        if (H5Lexists(h5->file, part, H5P_DEFAULT) <= 0)
            return false;
    }
    return true;
}

/* Opens a dataset of at most two dimensions and tells its size. */
static clast_status open_dataset(clast_h5 *h5, const char *path, hid_t *set, hsize_t size[2], clast_error *error)
{
    if (!clast_h5_has(h5, path))
        return clast_fail(error, CLAST_BAD_INPUT, "'%s' has no dataset '%s'", h5->path, path);
    *set = H5Dopen2(h5->file, path, H5P_DEFAULT);
    if (*set < 0)
        return fail_read(h5, path, error);
    size[0] = size[1] = 1;
    hid_t space = H5Dget_space(*set);
    int rank = H5Sget_simple_extent_ndims(space);
    if (rank >= 0 && rank <= 2)
        H5Sget_simple_extent_dims(space, size, NULL);
    H5Sclose(space);
    if (rank >= 0 && rank <= 2 && size[0] <= SIZE_MAX / 16 && size[1] <= SIZE_MAX / 16 / (size[0] ? size[0] : 1))
        return CLAST_OK;
    H5Dclose(*set);
    return clast_fail(error, CLAST_BAD_INPUT, "dataset '%s' of '%s' has %d dimensions; one or two are allowed", path,
                      h5->path, rank);
}

static H5T_class_t dataset_class(hid_t set)
{
    hid_t type = H5Dget_type(set);
    H5T_class_t class = H5Tget_class(type);
    H5Tclose(type);
    return class;
}

clast_status clast_h5_read(clast_h5 *h5, const char *path, clast_h5_type type, void **data, size_t *rows, size_t *width,
                           clast_error *error)
{
    hid_t set = H5I_INVALID_HID;
    hsize_t size[2] = {0, 0};
    *data = NULL;
    clast_status status = open_dataset(h5, path, &set, size, error);
    if (status != CLAST_OK)
        return status;
    H5T_class_t class = dataset_class(set);
    size_t bytes = (size_t)size[0] * (size_t)size[1] * type_bytes(type);
    void *read = malloc(bytes ? bytes : 1);
    if (!read)
        status = clast_fail_memory(error);
    else if (class != H5T_INTEGER && class != H5T_FLOAT)
        status = clast_fail(error, CLAST_BAD_INPUT, "dataset '%s' of '%s' does not hold numbers", path, h5->path);
    else if (bytes && H5Dread(set, memory_type(type), H5S_ALL, H5S_ALL, H5P_DEFAULT, read) < 0)
        status = fail_read(h5, path, error);
    H5Dclose(set);
    if (status != CLAST_OK) {
        free(read);
        return status;
    }
    *data = read;
    *rows = (size_t)size[0];
    *width = (size_t)size[1];
    return CLAST_OK;
}

/* n texts, given as pointers or as letters of a fixed width, in one block; NULL when memory is used up. */
static char **pack_texts(char *const *texts, const char *letters, size_t fixed, size_t n)
{
    size_t bytes = (n + 1) * sizeof(char *);
    for (size_t i = 0; i < n; i++)
        bytes += (texts ? (texts[i] ? strlen(texts[i]) : 0) : strnlen(letters + i * fixed, fixed)) + 1;
    char **block = malloc(bytes);
    if (!block)
        return NULL;
    char *at = (char *)(block + n + 1);
    for (size_t i = 0; i < n; i++) {
        const char *from = texts ? (texts[i] ? texts[i] : "") : letters + i * fixed;
        size_t length = texts ? strlen(from) : strnlen(from, fixed);
        block[i] = at;
        memcpy(at, from, length);
        at[length] = '\0';
        at += length + 1;
    }
    block[n] = NULL;
    return block;
}

/* Reads texts of any length (HDF5 hands out pointers) or of a fixed width, as the file has them. */
static clast_status read_texts(clast_h5 *h5, const char *path, hid_t set, size_t n, char ***texts, clast_error *error)
{
    hid_t stored = H5Dget_type(set), space = H5Dget_space(set);
    bool pointers = H5Tis_variable_str(stored) > 0;
    size_t fixed = pointers ? sizeof(char *) : H5Tget_size(stored) + 1;
    hid_t type = text_type(H5Tget_cset(stored));
    if (!pointers)
        H5Tset_size(type, fixed);
    clast_status status = CLAST_OK;
    char *raw = calloc(n + 1, fixed);
    if (!raw)
        status = clast_fail_memory(error);
    else if (n && H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, raw) < 0)
        status = fail_read(h5, path, error);
    else if (!(*texts = pack_texts(pointers ? (char *const *)(void *)raw : NULL, raw, fixed, n)))
        status = clast_fail_memory(error);
    if (raw && n && pointers)
        H5Dvlen_reclaim(type, space, H5P_DEFAULT, raw);
    free(raw);
    H5Tclose(type);
    H5Tclose(stored);
    H5Sclose(space);
    return status;
}

clast_status clast_h5_read_texts(clast_h5 *h5, const char *path, char ***texts, size_t *n, clast_error *error)
{
    hid_t set = H5I_INVALID_HID;
    hsize_t size[2] = {0, 0};
    *texts = NULL;
    *n = 0;
    clast_status status = open_dataset(h5, path, &set, size, error);
    if (status != CLAST_OK)
        return status;
    size_t count = (size_t)(size[0] * size[1]);
    if (dataset_class(set) != H5T_STRING)
        status = clast_fail(error, CLAST_BAD_INPUT, "dataset '%s' of '%s' does not hold texts", path, h5->path);
    else
        status = read_texts(h5, path, set, count, texts, error);
    if (status == CLAST_OK)
        *n = count;
    H5Dclose(set);
    return status;
}
