import { earlyEnglish } from './early'
import { lateEnglish } from './late'

/** Every English text of Parley, the source of all translations. One file per area of the window. */
export const english = { ...earlyEnglish, ...lateEnglish } as const
