import type { Catalogue } from '../catalogue'
import { actions } from './actions'
import { agents } from './agents'
import { attachments } from './data/attachments'
import { chat } from './chat'
import { common } from './common'
import { compare } from './comparing/compare'
import { composer } from './composer'
import { errors } from './errors'
import { exportTexts } from './data/exports'
import { forms } from './forms'
import { host } from './host'
import { imports } from './data/imports'
import { knowledge } from './knowledge'
import { leaving } from './leaving'
import { markdown } from './markdown'
import { messages } from './messages'
import { models } from './models'
import { notices } from './notices'
import { permissions } from './permissions'
import { projects } from './projects'
import { prompts } from './prompts'
import { ranking } from './comparing/ranking'
import { serverErrors } from './server-errors'
import { sets } from './comparing/sets'
import { sessions } from './sessions'
import { settings } from './settings'
import { spending } from './spending'
import { storeNotices } from './data/store-notices'
import { tools } from './tools'
import { web } from './web'

/** Every text of Parley in German. The user is addressed as "du". */
export const german = {
  actions,
  agents,
  attachments,
  chat,
  common,
  compare,
  composer,
  errors,
  exports: exportTexts,
  forms,
  host,
  imports,
  knowledge,
  leaving,
  markdown,
  messages,
  models,
  notices,
  permissions,
  projects,
  prompts,
  ranking,
  serverErrors,
  sets,
  sessions,
  settings,
  spending,
  storeNotices,
  tools,
  web,
} satisfies Catalogue
