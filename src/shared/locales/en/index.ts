import { earlyEnglish } from './early'
import { lateEnglish } from './late'
import { soonEnglish } from './soon'

/** Every English text of Parley, the source of all translations. One file per area of the window. */
export const english = { ...earlyEnglish, ...soonEnglish, ...lateEnglish } as const
