export const actions = {} as const
