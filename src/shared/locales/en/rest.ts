import { compare } from './comparing/compare'
import { errors } from './errors'
import { exportTexts } from './data/exports'
import { forms } from './chats/forms'
import { host } from './hosts/host'
import { imports } from './data/imports'
import { knowledge } from './knowledge'
import { leaving } from './chats/leaving'
import { markdown } from './chats/markdown'
import { messages } from './chats/messages'
import { offeredSettings } from './data/offered-settings'
import { pages } from './pages'
import { permissions } from './tools/permissions'
import { prompts } from './prompts'
import { ranking } from './comparing/ranking'
import { serverErrors } from './tools/server-errors'
import { sets } from './comparing/sets'
import { settings } from './settings'
import { spending } from './spending'
import { storeNotices } from './data/store-notices'
import { sync } from './data/sync'
import { tools } from './tools/tools'
import { web } from './hosts/web'
import { whichModel } from './comparing/which-model'

/** The English texts that a window loads right after the first paint, or with the first chat or dialog. */
export const restOfEnglish = {
  compare,
  errors,
  exports: exportTexts,
  forms,
  host,
  imports,
  knowledge,
  leaving,
  markdown,
  messages,
  offeredSettings,
  pages,
  permissions,
  prompts,
  ranking,
  serverErrors,
  sets,
  settings,
  spending,
  storeNotices,
  sync,
  tools,
  web,
  whichModel,
} as const
