import { completeStream } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { reloadAnyway } from '../helpers/pages/approvals.ts'
import { Compare } from '../helpers/pages/compare.ts'
import { requestOf } from '../helpers/pages/request-of.ts'
import { invoke } from '../helpers/pages/window-api.ts'
import { scaledTimeout } from '../suite/limits/slowness.ts'
import { boxOf } from '../helpers/pages/box-of.ts'

const wide = 'a name that is far too long for a column of a narrow pane'

const pictures = completeStream([
  {
    type: 'tokens',
    tokens: [
      `| ${wide} | ${wide} |\n| --- | --- |\n| 1 | 2 |\n\n`,
      `\`\`\`ts\nconst answer = '${wide}'\n\`\`\`\n\n`,
      '```mermaid\nflowchart LR\n  A[Begin] --> B[Continue] --> C[Continue further] --> D[End]\n```\n',
    ],
  },
])

test.use({ appOptions: { models: { pictures } } })

test('a small window shows one pane and a strip of the others, which open by keyboard', async ({
  page,
  app,
}) => {
  await test.step('a small window shows one of eight panes in full and the others in a strip, each one key press away', async () => {
    const count = 8
    await page.setViewportSize({ width: 900, height: 600 })
    const compare = new Compare(page)
    await compare.begin(Array.from({ length: count }, () => 'fake/brief'))
    await compare.ask('All of you')
    for (let number = 1; number <= count; number += 1) {
      await expect(compare.pane(number).status).toHaveText('Done')
      await expect(compare.pane(number).status).toBeInViewport({ ratio: 1 })
    }
    await expect(compare.pane(1).answer).toBeVisible()
    expect((await boxOf(compare.pane(1).region)).height).toBeGreaterThan(240)

    await page.getByRole('button', { name: 'Show pane C' }).click()
    await expect(compare.pane(3).answer).toBeVisible()
    await expect(compare.pane(1).answer).toBeHidden()
    await page.keyboard.press('ArrowRight')
    await expect(compare.pane(4).answer).toBeVisible()
    await page.keyboard.press('1')
    await expect(compare.pane(1).answer).toBeVisible()
    await page.keyboard.press(`Alt+${count}`)
    await expect(compare.pane(count).message).toBeFocused()
    await page.keyboard.type('Only you')
    await page.keyboard.press('Enter')
    await expect(compare.pane(count).answers).toHaveCount(2)
  })

  await test.step('the fields of a pane in the strip can be focused by keyboard, which opens the pane', async () => {
    await page.setViewportSize({ width: 900, height: 600 })
    const compare = new Compare(page)
    await compare.begin(['fake/brief', 'fake/brief', 'fake/stall', 'fake/brief'])
    await compare.ask('One goes on')
    const request = await requestOf(app.fake, 'stall', 'One goes on')
    await request.waitForTokens(20)
    await compare.pane(3).stop.click()
    await request.closed
    await expect(compare.pane(3).status).toHaveText('Stopped')
    await expect(compare.pane(1).answer).toBeVisible()

    await compare.pane(4).message.fill('And you?')
    await expect(compare.pane(4).answer).toBeVisible()
    await compare.pane(4).message.press('Enter')
    await expect(compare.pane(4).answers).toHaveCount(2)
  })
})

test('shows panes side by side, in rows or one at a time; no header is cut off, and tables, code and diagrams can be enlarged', async ({
  page,
  app,
}) => {
  await test.step('shows six panes side by side, in two rows, or one at a time, depending on the width of the window', async () => {
    const compare = new Compare(page)
    await compare.begin(Array.from({ length: 6 }, () => 'fake/brief'))
    await compare.ask('Where do you stand?')
    for (let number = 1; number <= 6; number += 1)
      await expect(compare.pane(number).status).toHaveText('Done')
    const tops = async () => {
      const boxes = await Promise.all([1, 2, 3, 4, 5, 6].map((number) => boxOf(compare.pane(number).region)))
      return boxes.map(({ y }) => Math.round(y))
    }
    const rowsOf = async () => {
      const all = await tops()
      return [...new Set(all)].map((top) => all.filter((other) => other === top).length)
    }
    await page.setViewportSize({ width: 2_560, height: 1_440 })
    await expect.poll(rowsOf).toEqual([6])
    await page.setViewportSize({ width: 1_600, height: 1_000 })
    await expect.poll(rowsOf).toEqual([3, 3])
    for (let number = 1; number <= 6; number += 1) await expect(compare.pane(number).answer).toBeInViewport()
    await page.setViewportSize({ width: 900, height: 600 })
    await expect(compare.pane(2).answer).toBeHidden()
    await expect(compare.pane(1).answer).toBeVisible()
    await expect(page.getByRole('button', { name: /^Show pane/ })).toHaveCount(5)
    await page.setViewportSize({ width: 1_440, height: 900 })
  })

  await test.step('the chosen layout is kept for all comparisons, while answers continue', async () => {
    const compare = new Compare(page)
    const layout = page.getByRole('button', { name: 'Layout', exact: true })
    const choose = async (name: string) => {
      await layout.press('Enter')
      await page.getByRole('menuitemradio', { name }).press('Enter')
      await expect(layout).toBeFocused()
    }
    const lefts = async () => {
      const boxes = await Promise.all([1, 2, 3, 4].map((number) => boxOf(compare.pane(number).region)))
      return new Set(boxes.map(({ x }) => Math.round(x))).size
    }
    await compare.begin(['fake/stall', 'fake/brief', 'fake/brief', 'fake/brief'])
    await compare.ask('Go on through all of it')
    const request = await requestOf(app.fake, 'stall', 'Go on through all of it')
    await request.waitForTokens(20)
    await choose('2 × 2')
    await expect.poll(lefts).toBe(2)
    await choose('Columns')
    await expect.poll(lefts).toBe(4)
    await choose('One at a time')
    await expect(page.getByRole('button', { name: /^Show pane/ })).toHaveCount(3)
    await page.getByRole('button', { name: 'Show pane D' }).press('Enter')
    await page.keyboard.press('ArrowRight')
    await expect(compare.pane(1).answer).toBeVisible()
    await expect(compare.pane(1).status).toHaveText('Streaming')
    await compare.pane(1).stop.click()
    await request.closed
    // Closing the merge leads back to the pane that was shown before.
    await page.getByRole('button', { name: 'Show pane C' }).press('Enter')
    await page.getByRole('button', { name: 'Merge', exact: true }).press('Enter')
    await expect(compare.pane(3).answer).toBeHidden()
    await page.getByRole('region', { name: 'Merged answer' }).press('Escape')
    await expect(compare.pane(3).answer).toBeVisible()
    await compare.pane(3).message.press('Alt+m')
    await expect.poll(lefts).toBe(4)

    // That was for this comparison only.
    await compare.begin(['fake/brief', 'fake/brief', 'fake/brief', 'fake/brief'])
    await expect(page.getByRole('button', { name: /^Show pane/ })).toHaveCount(3)
    await page.setViewportSize({ width: 900, height: 600 })
    await layout.click()
    await expect(page.getByRole('menuitemradio', { name: 'One at a time' })).toBeChecked()
    await expect(page.getByRole('menuitemradio', { name: 'Columns' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1_440, height: 900 })
    await choose('Automatic')
    await expect.poll(lefts).toBe(4)
  })

  await test.step('in a narrow pane the thinking label is not cut off, and no header overlaps the next pane', async () => {
    const thought =
      'First I weigh each of the possibilities against all of the others, slowly and with care. '
    app.fake.script('thinker', {
      type: 'stream',
      steps: [
        { type: 'tokens', tokens: [thought, thought], field: 'reasoning_content' },
        { type: 'silence' },
      ],
    })
    const model = 'fake/thinker'
    const systemPrompt = 'Answer as a pirate would who has all the time in the world.'
    const { comparison } = await invoke(page, 'compare.create', {
      models: [{ model, systemPrompt }, { model, params: { temperature: 0.5, seed: 4711 } }, model],
    })
    await page.goto(new URL(`#/compare/${comparison.id}`, page.url()).href)
    const compare = new Compare(page)
    await compare.ask('Think in a narrow place')
    for (const number of [1, 2, 3]) {
      const { region } = compare.pane(number)
      const word = region.getByText('Thinking…')
      await word.waitFor()
      const { height = Infinity } = (await word.boundingBox()) ?? {}
      expect(height).toBeLessThan(30)
      for (const part of [
        '[data-slot="pane-head"]',
        '[data-slot="pane-figures"]',
        '[data-slot="reasoning"] [data-slot="fold"]',
      ]) {
        const isWithin = await region
          .locator(part)
          .evaluate((element: { scrollWidth: number; clientWidth: number }) => {
            return element.scrollWidth <= element.clientWidth
          })
        expect([part, isWithin]).toEqual([part, true])
      }
      const name =
        (await region.locator('[data-slot="pane-head"] [data-slot="model-picker"]').boundingBox())?.width ?? 0
      expect(name).toBeGreaterThan(60)
    }
    await compare.stopAll.click()
  })

  await test.step('a table, code and a diagram in a narrow pane are enlarged in a dialog, by keyboard', async () => {
    const compare = new Compare(page)
    await compare.begin(['fake/pictures', 'fake/brief', 'fake/brief'])
    await compare.ask('Show me')
    const { answer } = compare.pane(1)
    const diagram = answer.getByRole('group', { name: 'Diagram' })
    await expect(diagram.getByRole('img')).toBeVisible({ timeout: scaledTimeout(20_000) })
    for (const [button, title] of [
      ['Enlarge table', 'Table'],
      ['Enlarge code', 'Code, TypeScript'],
      ['Enlarge diagram', 'Diagram'],
    ] as const) {
      const opener = answer.getByRole('button', { name: button })
      const inPane = answer.getByRole('group', { name: title })
      await opener.press('Enter')
      const enlarged = page.getByRole('dialog', { name: title }).getByRole('group', { name: title })
      await expect(enlarged).toBeFocused()
      expect((await boxOf(enlarged)).width).toBeGreaterThan(2 * (await boxOf(inPane)).width)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(opener).toBeFocused()
    }
  })
})

test('panes are widened, moved and enlarged, with the mouse and by keyboard, and stop nothing', async ({
  page,
  app,
}) => {
  await test.step('a pane can be widened by dragging or by keyboard, keeps its width after a reload, and can be reset', async () => {
    const compare = new Compare(page)
    await compare.begin(['fake/brief', 'fake/brief', 'fake/brief'])
    await compare.ask('Who is widest?')
    await expect(compare.pane(3).status).toHaveText('Done')
    const edge = page.getByRole('separator', { name: 'Between pane A and pane B' })
    const width = async (number: number) => (await boxOf(compare.pane(number).region)).width
    const [first, third] = [await width(1), await width(3)]

    const box = await boxOf(edge)
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 + 120, box.y + 20, { steps: 4 })
    await page.mouse.up()
    await expect.poll(() => width(1)).toBeCloseTo(first + 120, -0.5)
    expect(await width(2)).toBeCloseTo(first - 120, -0.5)
    expect(await width(3)).toBe(third)

    await edge.focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => width(1)).toBeLessThan(first + 110)
    const kept = await width(1)
    await page.reload()
    await expect(compare.pane(3).status).toHaveText('Done')
    await expect.poll(() => width(1)).toBeCloseTo(kept, -0.5)
    await edge.dblclick()
    await expect.poll(() => width(1)).toBeCloseTo(first, -0.5)
  })

  await test.step('a pane can be moved by dragging, by menu and by keyboard, with its text and the focus, while it streams', async () => {
    const compare = new Compare(page)
    await compare.begin(['fake/steady', 'fake/brief', 'fake/no-done'])
    await compare.ask('Where am I?')
    const request = await requestOf(app.fake, 'steady', 'Where am I?')
    await request.waitForTokens(5)
    const order = () =>
      compare.panes
        .getByRole('combobox', { name: 'Model' })
        .evaluateAll((fields) => fields.map((field) => (field as unknown as { value: string }).value))
    const head = async (number: number) =>
      boxOf(compare.pane(number).region.locator('[data-slot="pane-head"]'))

    const [from, to] = [await head(1), await head(2)]
    const drag = async () => {
      await page.mouse.move(from.x + from.width / 2, from.y + 10)
      await page.mouse.down()
      await page.mouse.move(to.x + to.width - 40, to.y + 40, { steps: 4 })
      await expect(page.locator('[data-slot="pane-drop-line"]')).toBeVisible()
    }
    // Escape cancels a drag.
    await drag()
    await page.keyboard.press('Escape')
    await expect(page.locator('[data-slot="pane-drop-line"]')).toBeHidden()
    await page.mouse.up()
    expect(await order()).toEqual(['steady', 'brief', 'no-done'])

    await drag()
    await page.mouse.up()
    await expect.poll(order).toEqual(['brief', 'steady', 'no-done'])

    await compare.pane(2).message.focus()
    await page.keyboard.press('Alt+Shift+ArrowRight')
    await expect.poll(order).toEqual(['brief', 'no-done', 'steady'])
    await expect(compare.pane(3).message).toBeFocused()

    const actionsOf = (number: number) =>
      compare.pane(number).region.getByRole('button', { name: /^Actions for pane/ })
    await actionsOf(3).press('Enter')
    await page.getByRole('menuitem', { name: /^Move left/ }).press('Enter')
    await expect.poll(order).toEqual(['brief', 'steady', 'no-done'])
    await expect(actionsOf(2)).toBeFocused()
    await expect(compare.pane(2).status).toHaveText('Streaming')
    expect(request.closedMs).toBeNull()

    await reloadAnyway(app, page)
    await expect.poll(order).toEqual(['brief', 'steady', 'no-done'])
  })

  await test.step('enlarging one pane and restoring all with Escape stops nothing and keeps the focus', async () => {
    const compare = new Compare(page)
    await compare.begin(['fake/brief', 'fake/steady', 'fake/brief'])
    await compare.ask('Who is large?')
    const request = await requestOf(app.fake, 'steady', 'Who is large?')
    await request.waitForTokens(5)
    const width = (await boxOf(compare.pane(2).region)).width

    await compare.pane(2).message.focus()
    await page.keyboard.press('Alt+m')
    await expect(compare.pane(1).answer).toBeHidden()
    await expect(compare.pane(2).message).toBeFocused()
    expect((await boxOf(compare.pane(2).region)).width).toBeGreaterThan(2 * width)
    await expect(compare.pane(1).status).toHaveText('Done')

    await page.keyboard.press('Escape')
    await expect(compare.pane(1).answer).toBeVisible()
    await expect(compare.pane(2).message).toBeFocused()
    await expect(compare.pane(2).status).toHaveText('Streaming')
    expect(request.closedMs).toBeNull()

    await page.getByRole('button', { name: 'Actions for pane C' }).click()
    await page.getByRole('menuitem', { name: /^Maximise/ }).click()
    await expect(compare.pane(1).answer).toBeHidden()
    await compare.pane(3).region.getByRole('button', { name: 'Show all panes' }).click()
    await expect(compare.pane(1).answer).toBeVisible()
  })
})
