import { noOpenTable } from './no-open-table.mjs'
import { noSourceText } from './no-source-text.mjs'

/** The project's own lint rules, as a plugin for oxlint. */
export default {
  meta: { name: 'parley' },
  rules: { 'no-open-table': noOpenTable, 'no-source-text': noSourceText },
}
