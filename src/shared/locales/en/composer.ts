export const composer = {} as const
