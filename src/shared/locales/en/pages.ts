/** Pages that answers contain. */
export const pages = {
  frame: {
    enter: 'Use page',
  },
  panel: {
    close: 'Close page',
    difference: 'Compare',
    growing: 'The page appears as soon as its code is complete.',
    nextPage: 'Next page of this answer',
    noPage: 'This version has no page.',
    openOutside: 'Open in browser',
    page: 'Page',
    pageOf: 'Page of {{name}}',
    pages: 'Pages of this answer',
    previousPage: 'Previous page of this answer',
    runAgain: 'Run again',
    saveHint: 'Save as file. Outside Parley, the page can reach the internet.',
    showAnswer: 'Go to the answer',
    size: 'Size',
    source: 'Source',
    title: 'Page',
    version: 'Version {{number, number}}',
    view: 'View',
  },
  sizes: {
    desktop: 'Desktop',
    free: 'Fit',
    phone: 'Phone',
    tablet: 'Tablet',
  },
  difference: {
    beside: 'Side by side',
    look: 'Arrangement',
    none: 'There is no other version of this page.',
    over: 'Slider',
    share: '{{share, number}}% {{name}}',
    slider: 'Divider between the versions, {{name}} to the right',
  },
  problems: {
    askToFix: 'Ask to fix',
    atLine: '{{text}} (line {{line, number}})',
    blocked: 'Request blocked: {{address}}',
    error: 'Error: {{text}}',
    line: 'Line {{line, number}}',
    link: 'Link to {{address}}: links lead nowhere here.',
    missing: 'Missing package: {{name}}. Parley has only React and ReactDOM.',
    offline: 'Pages run without a network: include what they need in their code.',
    request: 'The page has the problems below. Please fix them and send the complete code.',
    title_one: '{{count, number}} message from the page',
    title_other: '{{count, number}} messages from the page',
    warning: 'Warning: {{text}}',
  },
  /** Why a page does not run. */
  stopped: {
    flooding: 'Stopped: the page sent too many messages or kept taking the focus.',
    left: 'Stopped: the page tried to open another document.',
    refused:
      'Not run: this browser does not give the page a process of its own, so it could freeze Parley. Its source is there.',
    stuck: 'Stopped: the page did not respond or used too much memory.',
    'too-large':
      'Not run: the source has more than 2 million characters, or 200,000 for a table or Markdown.',
    'too-many':
      'Not run: eight pages are already running in this window. Close one, then run this one again.',
  },
}
