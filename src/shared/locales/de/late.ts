import type { Catalogue } from '../catalogue'
import { exportTexts } from './data/exports'
import { host } from './host'
import { imports } from './data/imports'
import { knowledge } from './knowledge'
import { permissions } from './permissions'
import { ranking } from './comparing/ranking'
import { serverErrors } from './server-errors'
import { sets } from './comparing/sets'
import { settings } from './settings'
import { tools } from './tools'
import { web } from './web'

/** The German texts of dialogs, hosts and exported files, which a window does not load at its start. */
export const lateGerman = {
  exports: exportTexts,
  host,
  imports,
  knowledge,
  permissions,
  ranking,
  serverErrors,
  sets,
  settings,
  tools,
  web,
} satisfies Partial<Catalogue>
