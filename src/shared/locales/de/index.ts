import type { Catalogue } from '../catalogue'
import { earlyGerman } from './early'
import { lateGerman } from './late'
import { soonGerman } from './soon'

/** Every text of Parley in German. The user is addressed as "du". */
export const german = { ...earlyGerman, ...soonGerman, ...lateGerman } satisfies Catalogue
