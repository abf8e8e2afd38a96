import { exportTexts } from './data/exports'
import { knowledge } from './knowledge'
import { permissions } from './permissions'
import { ranking } from './comparing/ranking'
import { sets } from './comparing/sets'
import { settings } from './settings'

/** The English texts of dialogs and exported files, which a window does not load at its start. */
export const lateEnglish = {
  exports: exportTexts,
  knowledge,
  permissions,
  ranking,
  sets,
  settings,
} as const
