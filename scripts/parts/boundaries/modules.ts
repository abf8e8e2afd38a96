import type { Module } from './check-modules.ts'
import { answeringModules } from './modules/answering.ts'
import { mainModules } from './modules/core.ts'
import { chattingModules } from './modules/chatting.ts'
import { comparingModules } from './modules/comparing.ts'
import { featureModules } from './modules/features.ts'
import { hostModules } from './modules/hosts.ts'
import { sharedModules } from './modules/shared.ts'
import { storeModules } from './modules/store.ts'
import { windowModules } from './modules/window.ts'

/**
 * Every module of the sources and everything that it may import. Modules that import less come first, as in
 * `ARCHITECTURE.md`. Every module may import itself, Node's own modules and, except within `src/shared`,
 * everything in `src/shared`.
 */
export const modules: readonly Module[] = [
  ...sharedModules,
  ...mainModules,
  ...storeModules,
  ...answeringModules,
  ...hostModules,
  ...windowModules,
  ...chattingModules,
  ...featureModules,
  ...comparingModules,
]
