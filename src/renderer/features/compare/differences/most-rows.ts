/** Longer comparisons are shown in part, because each row costs layout. */
export const mostRows = 1_500
