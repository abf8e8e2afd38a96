import type { Page } from '@playwright/test'

import { invoke } from '../../e2e/helpers/pages/window-api.ts'
import type { Project } from '../../src/shared/projects/projects.ts'
import type { Scene } from './scene.ts'

/** Projects: in the sidebar, opened, and their dialogs. */
export const projectScenes: Readonly<Record<string, Scene>> = {
  'projects-list': async (page) => {
    await addProjects(page)
    await page.getByRole('button', { name: 'Release notes and what users are told', exact: true }).hover()
  },
  'projects-open': async (page) => {
    const [first] = await addProjects(page)
    await page.getByRole('button', { name: first.name, exact: true }).click()
    await page.getByRole('link', { name: /Poisson/ }).click()
    await page.getByRole('button', { name: `Project: ${first.name}` }).waitFor()
  },
  'projects-edit': async (page) => {
    const [first] = await addProjects(page)
    await page.getByRole('button', { name: first.name, exact: true }).focus()
    await page.keyboard.press('F2')
    await page.getByRole('dialog', { name: 'Project settings' }).waitFor()
  },
  'projects-new': async (page) => {
    await page.getByRole('button', { name: 'New project' }).click()
    await page.getByRole('dialog', { name: 'New project' }).waitFor()
  },
  'projects-prompt': async (page) => {
    const [first] = await addProjects(page)
    await invoke(page, 'prompts.save', { name: 'Model check', text: 'Check {{model}}', projectId: first.id })
    await page.keyboard.press('Alt+P')
    await page.getByRole('combobox', { name: 'Available in' }).waitFor()
  },
  'projects-move': async (page) => {
    await addProjects(page)
    await page.getByRole('link', { name: /Trip notes/ }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Move to project…' }).click()
    await page.getByRole('dialog', { name: 'Move to project' }).waitFor()
  },
}

async function addProjects(page: Page): Promise<[Project, ...Project[]]> {
  const { project } = await invoke(page, 'projects.save', {
    name: 'Field survey 2026',
    colour: 'green',
    instructions:
      'You help with the statistics of a bird survey. Use R, and say which assumptions a test makes.',
    model: 'fake/brief',
    params: { temperature: 0.3 },
  })
  const others = []
  for (const [name, colour] of [
    ['Release notes and what users are told', 'purple'],
    ['Lviv', 'orange'],
    ['Letters', 'grey'],
    ['Teaching', 'blue'],
    ['House', 'red'],
  ] as const) {
    others.push((await invoke(page, 'projects.save', { name, colour })).project)
  }
  const { sessions } = await invoke(page, 'sessions.list', {})
  const { id: projectId } = project
  for (const { id } of sessions.slice(3, 6)) {
    await invoke(page, 'sessions.update', { sessionId: id, projectId })
  }
  await page.getByRole('button', { name: 'Teaching', exact: true }).waitFor()
  return [project, ...others]
}
