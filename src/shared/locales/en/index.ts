import { earlyEnglish } from './early'
import { restOfEnglish } from './rest'

/** Every English text of Parley, the source of all translations. One file per area of the window. */
export const english = { ...earlyEnglish, ...restOfEnglish } as const
