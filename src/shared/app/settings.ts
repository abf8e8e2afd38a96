/** When the panes of a comparison ask their models: at once, local ones one after another, or all one after another. */
export const paneOrders = ['together', 'local-in-turn', 'in-turn'] as const

/** The longest instructions for all chats. */
export const instructionsMaxChars = 20_000

/** The allowed range of both timeouts, up to a week. */
export const timeoutSecondsRange = { min: 0, max: 604_800 } as const

/** The allowed range of requests per answer with tools: fewer would not finish anything. */
export const toolStepsRange = { min: 2, max: 200 } as const
/** The allowed range of the time for one call. */
export const toolCallSecondsRange = { min: 10, max: 3_600 } as const

/** The allowed range of `maxAnswerChars`: enough for any model, and no more than a window and an import can handle. */
export const answerCharsRange = { min: 100_000, max: 50_000_000 } as const
