export const markdown = {} as const
