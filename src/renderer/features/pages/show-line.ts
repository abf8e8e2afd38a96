/** Scrolls to a line of code, selects it, and focuses the code, so that the arrow keys scroll on. */
export function showLine(code: HTMLElement, line: number): void {
  const before = code.textContent.split('\n', line)
  const to = before.join('\n').length
  const from = to - (before.at(-1)?.length ?? 0)
  const range = document.createRange()
  const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
  for (let start = 0; texts.nextNode() !== null;) {
    const node = texts.currentNode as Text
    if (start <= from) range.setStart(node, Math.min(from - start, node.length))
    if (start <= to) range.setEnd(node, Math.min(to - start, node.length))
    start += node.length
  }
  code.focus({ preventScroll: true })
  document
    .getSelection()
    ?.setBaseAndExtent(range.startContainer, range.startOffset, range.endContainer, range.endOffset)
  const [place, view] = [range.getBoundingClientRect(), code.getBoundingClientRect()]
  code.scrollTop += (place.top + place.bottom - view.top - view.bottom) / 2
}
