import { exportTexts } from './data/exports'
import { ranking } from './comparing/ranking'
import { sets } from './comparing/sets'
import { settings } from './settings'

/** The English texts of dialogs and exported files, which a window does not load at its start. */
export const lateEnglish = {
  exports: exportTexts,
  ranking,
  sets,
  settings,
} as const
