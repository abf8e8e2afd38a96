import { exportTexts } from './data/exports'
import { host } from './hosts/host'
import { imports } from './data/imports'
import { knowledge } from './knowledge'
import { offeredSettings } from './data/offered-settings'
import { permissions } from './tools/permissions'
import { ranking } from './comparing/ranking'
import { serverErrors } from './tools/server-errors'
import { sets } from './comparing/sets'
import { settings } from './settings'
import { tools } from './tools/tools'
import { web } from './hosts/web'

/** The English texts of dialogs, hosts and exported files, which a window does not load at its start. */
export const lateEnglish = {
  exports: exportTexts,
  host,
  imports,
  knowledge,
  offeredSettings,
  permissions,
  ranking,
  serverErrors,
  sets,
  settings,
  tools,
  web,
} as const
