import { fieldDirection } from './field-direction.mjs'
import { noOpenTable } from './no-open-table.mjs'
import { noSourceText } from './no-source-text.mjs'

/** The project's own lint rules, as a plugin for oxlint. */
export default {
  meta: { name: 'parley' },
  rules: { 'field-direction': fieldDirection, 'no-open-table': noOpenTable, 'no-source-text': noSourceText },
}
