/* Ctrl-C and its like: the first asks the run to end, the second ends the program at once. */
#ifndef CLAST_APP_INTERRUPT_H
#define CLAST_APP_INTERRUPT_H

void app_interrupt_catch(void);
int app_interrupt_signal(void); /* the number of the signal that came; 0: none */

#endif
