export const markdown = {
  code: {
    copy: 'Copy code',
    label: 'Code',
    labelNamed: 'Code, {{language}}',
    lines: '{{count, number}} lines',
    plain: 'Text',
    showAllLines: 'Show all {{count, number}} lines',
    wrap: 'Wrap',
    wrapLines: 'Wrap lines',
  },
  diagram: {
    alternative: 'Diagram ({{kind}}); its source says what it shows',
    failed: 'could not be drawn',
    label: 'Diagram',
    noThread: 'Not drawn: this browser could not stop a diagram that takes too long. This is its source.',
    show: 'Show diagram',
    showSource: 'Show source',
    stuck: 'Drawing took too long and was stopped. This is its source.',
    unknownKind: 'unknown',
  },
  footnotes: {
    back: 'Back to the text of footnote {{number}}',
    label: 'Footnotes',
    mark: 'Footnote {{number}}',
  },
  image: {
    from: 'Image from {{host}}',
    label: 'Image',
    notLoaded: 'not loaded · opens outside Parley',
  },
  plain: {
    note: 'Parley could not format this text. It is shown as it was written.',
  },
  table: {
    label: 'Table',
  },
  task: {
    done: 'done',
    open: 'to do',
  },
} as const
