import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect } from '../fixtures.ts'
import { agentTest, commandsOfAgents, openAgentChat, processesOfAgents } from '../helpers/pages/agent-test.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { Inspections } from '../helpers/pages/inspections.ts'
import { storedMessages } from '../helpers/pages/window-api.ts'

// Agents that speak the protocol. agents-by-lines.spec.ts covers those that print lines.
const test = agentTest({ without: ['gemini'] })

const inspections = new Inspections()
test.afterAll(() => {
  console.log(inspections.table())
})

test('shows what an agent does, how to install it or sign in, ends everything that it runs on Stop, and never blocks typing', async ({
  page,
  fakes,
  folder,
}) => {
  await test.step("Stop returns only after the agent's command, and a process that detached itself, have ended", async () => {
    const chat = new Chat(page)
    await openAgentChat(page, { model: 'codex/default', folder })
    await chat.ask('say Before it. \nrun setsid sleep 601 & touch began; sleep 602\nsay Never.')
    await expect.poll(() => existsSync(join(folder, 'began'))).toBe(true)
    const command = chat.answer.getByRole('group', { name: /sleep 602/ })
    await expect(command).toHaveAttribute('data-call-state', 'running')
    await expect
      .poll(() => commandsOfAgents(fakes, folder).filter((process) => /\d sleep/.test(process)))
      .toHaveLength(2)

    await chat.stop.click()
    await expect(chat.answer.getByRole('button', { name: 'Stopped', exact: true })).toHaveAttribute(
      'title',
      /generator .+ · process ended .+ · saved .+ · kept [\d,]+ characters/,
    )
    expect(processesOfAgents(fakes, folder)).toEqual([])
    await expect(command).toContainText('Not finished')
    const [, answer, ...others] = await storedMessages(page)
    expect(others).toEqual([])
    expect(answer).toMatchObject({ status: 'partial', stopReason: 'user' })
    expect(answer?.parts.filter(({ type }) => type === 'tool-call')).toMatchObject([{ state: 'cancelled' }])

    await chat.ask('say Here again.\nidle say A late word.')
    await expect(chat.answerThatIs('complete')).toContainText('Here again.')
    await expect(chat.answer.getByRole('region', { name: 'Came later' })).toContainText('A late word.')
    expect(await storedMessages(page)).toHaveLength(4)
  })

  await test.step("shows an agent's thinking, commands, changes and plan, and folds them when it is done", async () => {
    writeFileSync(join(folder, 'notes.txt'), 'one\n')
    const chat = new Chat(page)
    await openAgentChat(page, { model: 'codex/default', folder })
    await chat.ask(
      [
        'think I look at the notes first.',
        'plan',
        'run for n in 1 2 3; do echo line $n; done; until [ -e go ]; do sleep 0.05; done; echo over',
        'edit notes.txt with two',
        'say All of it is done.',
      ].join('\n'),
    )
    const command = chat.answer.getByRole('group', { name: /for n in 1 2 3/ })
    await expect(command).toHaveAttribute('data-call-state', 'running')
    await expect(command.getByRole('group', { name: 'Output' })).toContainText('line 3')
    await expect(chat.answer.getByRole('group', { name: 'Plan' })).toContainText('3 of 3')
    writeFileSync(join(folder, 'go'), '')

    await expect(chat.answerThatIs('complete')).toContainText('All of it is done.')
    await expect(command).toHaveAttribute('data-call-state', 'done')
    await expect(command.getByRole('group', { name: 'Output' })).toBeHidden()
    await command.getByRole('button').press('Enter')
    await expect(command.getByRole('group', { name: 'Output' })).toContainText('over')
    await chat.answer.getByRole('button', { name: /Thought/ }).click()
    await expect(chat.answer).toContainText('I look at the notes first.')
    const edit = chat.answer.getByRole('group', { name: /notes\.txt/ })
    await edit.getByRole('button').press('Enter')
    await expect(edit.getByRole('group', { name: 'Changes in notes.txt' })).toContainText(/−one.*\+two/s)
    expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('two\n')

    expect(commandsOfAgents(fakes, folder)).toEqual([])
    expect((await storedMessages(page)).map(({ role, status }) => [role, status])).toEqual([
      ['user', 'complete'],
      ['assistant', 'complete'],
    ])
  })

  await test.step('removing an exchange keeps the files that its agent changed, and a notice says so', async () => {
    const chat = new Chat(page)
    await openAgentChat(page, { model: 'codex/default', folder })
    await chat.ask('edit notes.txt with written\nsay It is written.')
    await expect(chat.answerThatIs('complete')).toContainText('It is written.')
    await chat.message.press('Alt+z')
    await expect(chat.questions).toHaveCount(0)
    const notice = page.getByRole('status').filter({ hasText: 'Removed “' })
    await expect(notice).toContainText('1 file changed by Codex is not restored')
    expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('written\n')

    await notice.getByRole('button', { name: 'Restore' }).click()
    await expect(chat.questions).toHaveCount(1)
    await expect(notice).toBeHidden()
  })

  await test.step('shows the command that installs an agent that is not installed', async () => {
    const chat = new Chat(page)
    await openAgentChat(page, { model: 'gemini-cli/default', folder })
    await chat.ask('say Never.')
    await expect(chat.answer.getByRole('alert')).toContainText('Gemini CLI is not installed.')
    await expect(chat.answer.getByRole('group', { name: 'Install command' })).toHaveText(
      'npm install -g @google/gemini-cli',
    )
    await expect(chat.answer.getByRole('button', { name: 'Copy command' })).toBeVisible()
  })

  await test.step('shows how to sign in to an agent, which answers after signing in', async () => {
    const chat = new Chat(page)
    await openAgentChat(page, { model: 'codex/default', folder })
    await chat.ask('fail 401')
    await expect(chat.answer.getByRole('alert')).toContainText('Codex is not signed in')
    await expect(chat.answer.getByRole('alert')).toContainText('codex login')
    await chat.ask('say Signed in.')
    await expect(chat.answerThatIs('complete')).toContainText('Signed in.')
  })

  await test.step('5,000 lines from a command do not block typing, and their end is still shown after a reload', async () => {
    const chat = new Chat(page)
    await openAgentChat(page, { model: 'codex/default', folder })
    await chat.ask(
      `run ${waitForFile('go')}; for n in $(seq 5000); do echo line $n of it; done; ${waitForFile('end')}\nsay That was long.`,
    )
    const command = chat.answer.getByRole('group', { name: /seq 5000/ })
    const output = command.getByRole('group', { name: 'Output' })
    await expect(command).toHaveAttribute('data-call-state', 'running')
    writeFileSync(join(folder, 'go'), '')
    const words = 'Meanwhile I write what I shall ask next.'
    await chat.message.pressSequentially(words)
    await expect(chat.message).toHaveValue(words)
    await expect(output).toContainText('line 5000 of it')
    writeFileSync(join(folder, 'end'), '')
    await expect(chat.answerThatIs('complete')).toContainText('That was long.')

    await page.reload()
    await expect(chat.message).toHaveValue(words)
    await command.getByRole('button').click()
    await expect(output).toContainText('line 1 of it')
    await expect(output).toContainText('line 5000 of it')
  })
})

/** A command that waits for a file to appear. */
function waitForFile(file: string): string {
  return `until [ -e ${file} ]; do sleep 0.05; done`
}

test('output and approvals of an agent: no accessibility violations in either theme', async ({
  page,
  folder,
}) => {
  const look = inspections.of(page, 'an agent')
  writeFileSync(join(folder, 'notes.txt'), 'one\n')
  const chat = new Chat(page)
  await openAgentChat(page, { model: 'claude-code/default', folder })
  await look('empty')
  await chat.ask(
    'think\nplan\nrun echo first; exit 3\nedit notes.txt with two\nsubagent Look around\nread notes.txt\nrun echo second\nsay Done.',
  )
  const asked = chat.answer.getByRole('group', { name: 'Permission needed' })
  const allow = asked.getByRole('button', { name: 'Allow once' })
  await expect(asked).toContainText('echo first')
  await look('asking')
  await allow.click()
  await expect(asked).toContainText('Look around')
  await look('asking for a sub-agent')
  await allow.click()
  await expect(asked).toContainText('echo second')
  await look('at work')
  await allow.click()
  await chat.answerThatIs('complete').waitFor()
  for (const name of [/echo first/, /Changed notes/, /Look around/]) {
    await chat.answer.getByRole('group', { name }).getByRole('button').first().click()
  }
  await chat.answer.getByRole('group', { name: 'Changes in notes.txt' }).waitFor()
  await look('unfolded')
  await openAgentChat(page, { model: 'gemini-cli/default', folder })
  await chat.ask('Are you there?')
  await chat.answer.getByRole('group', { name: 'Install command' }).waitFor()
  await look('not installed')
})
