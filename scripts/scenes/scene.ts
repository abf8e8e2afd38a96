import type { Page } from '@playwright/test'

import type { LiveApp } from '../../e2e/helpers/live-app.ts'

/** Brings a newly opened window into the state for the screenshot. */
export type Scene = (page: Page, app: LiveApp) => Promise<void>
