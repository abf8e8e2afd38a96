import type { Page } from '@playwright/test'

import type { LiveApp } from '../../e2e/helpers/live-app.ts'

/** Brings a window that has just been opened to what is to be on the picture. */
export type Scene = (page: Page, app: LiveApp) => Promise<void>
