import type { Catalogue } from '../catalogue'
import { earlyGerman } from './early'
import { restOfGerman } from './rest'

/** Every text of Parley in German. The user is addressed as "du". */
export const german = { ...earlyGerman, ...restOfGerman } satisfies Catalogue
