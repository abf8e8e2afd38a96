import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import { ParleyError } from '../../shared/errors'
import { needsFileModes, needsLinks } from '../base/testing/needs'
import { realTemporaryFolder, temporaryFolder } from '../base/testing/temporary-folder'
import type { AgentHooks } from './calls/mcp-backend'
import { type AnswerScript, finished, connect, nothing, callAgent, errorText } from './testing/mcp-client'

async function* speaking(hooks: AgentHooks): AnswerScript {
  hooks.onSession('thread-7')
  yield { type: 'text-delta', text: 'The answer' }
  return finished
}

describe('an agent', () => {
  it('gets the client’s request, and read-only permission by default', async () => {
    const { client, tasks } = connect(nothing)
    const workspace = temporaryFolder()
    await callAgent(client, { workspace })
    await callAgent(client, {
      workspace,
      permission: 'workspace-write',
      model: 'gpt-5',
      continuation_id: 'thread-7',
    })
    const shared = { agentId: 'codex', prompt: 'Do it', workspace, images: [] }
    expect(tasks).toEqual([
      { ...shared, permission: 'read-only', model: null, resumeId: null },
      { ...shared, permission: 'workspace-write', model: 'gpt-5', resumeId: 'thread-7' },
    ])
  })

  it('is answered with its text, its files, and how to continue', async () => {
    const { client } = connect(async function* (hooks) {
      hooks.onSession('thread-7')
      yield { type: 'text-delta', text: 'I look.' }
      yield { type: 'tool-call', toolCallId: '1', toolName: 'edit', input: {} }
      yield {
        type: 'tool-update',
        toolCallId: '1',
        changes: [{ path: 'a.txt', kind: 'added' }],
      }
      yield { type: 'tool-result', toolCallId: '1', output: 'ok' }
      yield { type: 'tool-call', toolCallId: '2', toolName: 'edit', input: {} }
      yield { type: 'tool-update', toolCallId: '2', changes: [{ path: 'b.txt', kind: 'deleted' }] }
      yield { type: 'tool-result', toolCallId: '2', output: 'no', isError: true }
      yield { type: 'text-delta', text: 'Done' }
      yield { type: 'text-delta', text: '.' }
      yield { type: 'usage', usage: { inputTokens: 3, outputTokens: 4 } }
      return finished
    })
    const result = await callAgent(client, {})
    expect(result?.['structuredContent']).toEqual({
      text: 'I look.\n\nDone.',
      continuation_id: 'thread-7',
      changed_files: [{ path: 'a.txt', kind: 'added' }],
      usage: { input_tokens: 3, output_tokens: 4 },
      stop_reason: 'end',
      denied: [],
      notices: [],
      handoff_file: null,
    })
    expect(JSON.stringify(result?.['content'])).toContain('continuation_id: thread-7')
  })

  it('that fails is reported by code and message, with the text so far', async () => {
    const { client } = connect(async function* () {
      yield { type: 'text-delta', text: 'So far' }
      return { kind: 'failed', error: new ParleyError('PROVIDER_AUTH', 'The key was refused.') }
    })
    expect(await callAgent(client, {})).toEqual({
      isError: true,
      content: [
        { type: 'text', text: 'PROVIDER_AUTH: The key was refused.' },
        { type: 'text', text: 'The answer so far:\n\nSo far' },
      ],
    })
  })

  it('gets unlimited permission only if the server was started with it', async () => {
    const strict = connect(nothing)
    expect(errorText(await callAgent(strict.client, { permission: 'unlimited' }))).toMatch(
      /^INVALID_INPUT \(permission\): .*--allow-unlimited/,
    )
    expect(strict.tasks).toEqual([])
    const open = connect(nothing, { isUnlimitedAllowed: true })
    await callAgent(open.client, { permission: 'unlimited' })
    expect(open.tasks).toMatchObject([{ permission: 'unlimited' }])
  })

  it('does not start with a folder, model or conversation that looks like an option', async () => {
    const { client, tasks } = connect(nothing)
    for (const args of [
      { workspace: 'relative' },
      { continuation_id: '--dangerous' },
      { model: '-c' },
      { prompt: '' },
      { permission: 'everything' },
    ]) {
      errorText(await callAgent(client, args))
    }
    expect(tasks).toEqual([])
  })
})

describe('an image', () => {
  const png = Buffer.from('89504e470d0a1a0a00000000', 'hex')

  it('comes from a file or from the message, with its actual type instead of the stated one', async () => {
    const { client, tasks } = connect(nothing)
    const workspace = temporaryFolder()
    writeFileSync(join(workspace, 'a.jpg'), png)
    await callAgent(client, {
      workspace,
      images: [{ path: 'a.jpg' }, { data: png.toString('base64'), media_type: 'image/jpeg' }],
    })
    expect(tasks[0]?.images.map(({ name, mediaType, bytes }) => [name, mediaType, bytes.length])).toEqual([
      ['a.jpg', 'image/png', 12],
      ['image-2', 'image/png', 12],
    ])
  })

  it('that is invalid or missing is rejected before the agent starts', async () => {
    const { client, tasks } = connect(nothing)
    const workspace = temporaryFolder()
    writeFileSync(join(workspace, 'text.png'), 'no image at all')
    const refusals = {
      'text.png': 'This is not a PNG, JPEG, GIF or WebP image.',
      'nowhere.png': `${join(workspace, 'nowhere.png')} cannot be read (ENOENT).`,
      '.': `${workspace} is not a file.`,
      // A device, which never ends.
      ...(process.platform === 'win32' ? {} : { '/dev/zero': '/dev/zero is not a file.' }),
    }
    for (const [path, refusal] of Object.entries(refusals)) {
      expect(errorText(await callAgent(client, { workspace, images: [{ path }] }))).toBe(
        `INVALID_INPUT (images[0]): ${refusal}`,
      )
    }
    expect(tasks).toEqual([])
  })
})

describe('a handoff file', () => {
  it('gets every answer at its end, keeps its content, and is private to its owner', async (context) => {
    const { client, clock } = connect(speaking)
    const workspace = realTemporaryFolder()
    const file = join(workspace, 'handoff.md')
    for (let call = 0; call < 2; call += 1) {
      const result = await callAgent(client, { workspace, handoff_file: 'handoff.md' })
      expect(result?.['structuredContent']).toMatchObject({ handoff_file: file })
    }
    const at = new Date(clock.now()).toISOString()
    const entry = `\n## Codex, ${at}, continuation_id thread-7\n\nThe answer\n`
    expect(readFileSync(file, 'utf8')).toBe(entry + entry)
    needsFileModes(context)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('outside the workspace, behind a link or not a regular file is rejected before the agent starts', async (context) => {
    needsLinks(context)
    const { client, tasks } = connect(speaking)
    const [workspace, outside] = [realTemporaryFolder(), temporaryFolder()]
    writeFileSync(join(outside, 'target.md'), 'untouched')
    symlinkSync(join(outside, 'target.md'), join(workspace, 'link.md'))
    symlinkSync(outside, join(workspace, 'folder'))
    const isOutside = 'The file must be inside the workspace.'
    const refusals = {
      '../x.md': isOutside,
      [join(outside, 'target.md')]: isOutside,
      'link.md': 'This file is a symbolic link. Links are not followed.',
      'folder/new.md': isOutside,
      '.': isOutside,
      'none/x.md': `${join(workspace, 'none')} was not found.`,
    }
    for (const [path, refusal] of Object.entries(refusals)) {
      expect(errorText(await callAgent(client, { workspace, handoff_file: path }))).toBe(
        `INVALID_INPUT (handoff_file): ${refusal}`,
      )
    }
    expect(tasks).toEqual([])
    expect(readFileSync(join(outside, 'target.md'), 'utf8')).toBe('untouched')
    expect(existsSync(join(outside, 'new.md'))).toBe(false)
  })

  it("that can run programs is rejected, so that a read-only agent's text does not end up there", async () => {
    const { client, tasks } = connect(speaking)
    const workspace = temporaryFolder()
    mkdirSync(join(workspace, '.git'))
    const handoff = '.git/config'
    expect(errorText(await callAgent(client, { workspace, handoff_file: handoff }))).toBe(
      'INVALID_INPUT (handoff_file): This file can make other programs run commands, so no answer is added to it.',
    )
    expect([tasks, existsSync(join(workspace, handoff))]).toEqual([[], false])
  })
})

it('reports the latest progress at intervals, and nothing after the answer', async () => {
  const said = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const next = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { client, clock } = connect(async function* () {
    yield { type: 'text-delta', text: 'one' }
    for (const word of [' two', ' three']) yield { type: 'text-delta', text: word }
    said[0]?.resolve()
    await next[0]?.promise
    yield { type: 'tool-call', toolCallId: '1', toolName: 'shell', input: {}, title: 'Runs the tests' }
    yield { type: 'text-delta', text: ' four' }
    said[1]?.resolve()
    await next[1]?.promise
    return finished
  })
  const told = () =>
    client.messages
      .flat()
      .flatMap(({ method, params }) => (method === 'notifications/progress' ? [params] : []))
  const answered = callAgent(client, {}, { progressToken: 'p' })
  await said[0]?.promise
  clock.advance(300)
  next[0]?.resolve()
  await said[1]?.promise
  clock.advance(300)
  next[1]?.resolve()
  await answered
  clock.advance(3_000)
  await client.ask('ping')
  expect(told()).toEqual([
    { progressToken: 'p', progress: 1, message: 'one' },
    { progressToken: 'p', progress: 2, message: 'one two three' },
    { progressToken: 'p', progress: 3, message: 'one two three four' },
  ])
})

it('reports no progress to a client that did not ask for it', async () => {
  const { client, ready } = connect(async function* () {
    yield { type: 'text-delta', text: 'one' }
    return finished
  })
  await ready
  await callAgent(client, {})
  expect(client.messages.flat().filter(({ method }) => method !== undefined)).toEqual([])
})
