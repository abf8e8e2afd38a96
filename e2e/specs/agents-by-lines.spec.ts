import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect } from '../fixtures.ts'
import { agentTest, openAgentChat, processesOfAgents } from '../helpers/pages/agent-test.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { storedMessages } from '../helpers/pages/window-api.ts'

// Claude Code and Codex without their protocol adapters.
const test = agentTest({ without: ['claude-agent-acp', 'codex-acp'] })

test('an agent without its adapter shows the same, and leaves no process behind after its answer or after Stop', async ({
  page,
  fakes,
  folder,
}) => {
  await test.step('an agent without its adapter shows the same, and leaves no process behind after its answer', async () => {
    writeFileSync(join(folder, 'notes.txt'), 'one\n')
    const chat = new Chat(page)
    await openAgentChat(page, { model: 'claude-code/default', folder })
    await chat.ask(
      [
        'think I look at the notes first.',
        'plan',
        'run echo is anybody there',
        'edit notes.txt with two',
        'say All of it is done.',
      ].join('\n'),
    )
    await chat.answer.getByRole('button', { name: 'Allow once' }).click()
    await expect(chat.answerThatIs('complete')).toContainText('All of it is done.')
    await expect(chat.answer.getByRole('group', { name: 'Plan' })).toContainText('3 of 3')
    const command = chat.answer.getByRole('group', { name: /echo is anybody there/ })
    await expect(command).toHaveAttribute('data-call-state', 'done')
    await command.getByRole('button').click()
    await expect(command.getByRole('group', { name: 'Output' })).toContainText('is anybody there')
    const edit = chat.answer.getByRole('group', { name: /notes\.txt/ })
    await edit.getByRole('button').click()
    await expect(edit.getByRole('group', { name: 'Changes in notes.txt' })).toContainText(/−one.*\+two/s)
    await chat.answer.getByRole('button', { name: /Thought/ }).click()
    await expect(chat.answer).toContainText('I look at the notes first.')
    await expect.poll(() => processesOfAgents(fakes, folder)).toEqual([])
  })

  await test.step('Stop ends the command of an agent without its adapter, and a process that detached itself', async () => {
    const chat = new Chat(page)
    await openAgentChat(page, { model: 'codex/default', folder })
    await chat.ask('say Before it. \nrun setsid sleep 601 & touch began; sleep 602\nsay Never.')
    await expect.poll(() => existsSync(join(folder, 'began'))).toBe(true)
    await expect(chat.answer.getByRole('group', { name: /sleep 602/ })).toHaveAttribute(
      'data-call-state',
      'running',
    )

    await chat.stop.click()
    await expect(chat.answer.getByRole('button', { name: 'Stopped', exact: true })).toHaveAttribute(
      'title',
      /generator .+ · process ended .+ · saved/,
    )
    expect(processesOfAgents(fakes, folder)).toEqual([])
    const [, answer, ...others] = await storedMessages(page)
    expect(others).toEqual([])
    expect(answer).toMatchObject({ status: 'partial', stopReason: 'user' })
    expect(answer?.parts.filter(({ type }) => type === 'tool-call')).toMatchObject([{ state: 'cancelled' }])

    await chat.ask('say Here again.')
    await expect(chat.answerThatIs('complete')).toContainText('Here again.')
  })
})
