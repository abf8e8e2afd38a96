/** Exported documents: web pages, Markdown, and the names of their files. */
export const exportTexts = {
  answeredBy: '{{title}}, by {{model}}',
  asked: '{{author}}, to {{name}}',
  assistant: 'Assistant',
  attachment: 'Attachment: {{file}}',
  diagramSource: 'Diagram source (Mermaid)',
  edited: '{{author}} (edited)',
  finishedAfter: 'finished after {{time}}',
  firstTokenAfter: 'first token after {{time}}',
  inForm: '{{author}}, in a form',
  lastChange: 'Last change',
  mergeOf: 'Merge of {{letters}}',
  modelsHidden: 'The models were hidden when this page was exported.',
  noAnswer: 'No answer.',
  sameQuestion_one: '{{count, number}} model answers the question',
  sameQuestion_other: '{{count, number}} models answer the same question',
  started: 'Started',
  systemPromptOf: 'System prompt of {{name}}',
  toolCall: 'Tool call: {{name}} ({{state}})',
  /** Below a page that contains its data. */
  data: {
    hash: 'SHA-256 of the data in this page:',
    leftOut: 'Keys and local paths are left out.',
    leftOutWithPrompts: 'Keys, local paths and system prompts are left out.',
    madeWith: 'Made with Parley, which can import this page.',
  },
  /** Names of files and folders; every system must accept them. */
  files: {
    chats: 'Parley chats {{date}}',
    comparisons: 'comparisons',
    merge: 'merge {{number}}',
    ranking: 'Ranking {{time}}',
    votes: 'votes',
  },
  judge: {
    better: '{{name}} better',
    contradictions: 'Contradictions',
    share: 'Share',
    ties: 'Ties',
    unreadable: 'Unreadable',
  },
  ranking: {
    evidence: 'Evidence E',
    method: 'Davidson’s model with a normal prior.',
  },
  run: {
    all: 'All',
    checksFailed: '{{failed, number}} of {{all, number}} checks failed',
    checksPassed: 'passed',
    openVotes_one:
      '{{count, number}} blind vote is still open. Its answers are shown without their models, and are not counted here.',
    openVotes_other:
      '{{count, number}} blind votes are still open. Their answers are shown without their models, and are not counted here.',
    prompt: 'Prompt {{number}}',
    repeatOf: '{{name}}, {{number}} of {{all}}',
    repeats_one: 'once each',
    repeats_other: '{{count, number}} times each',
  },
  votes: {
    allBad: 'All answers are bad.',
    best: '{{name}} is the best of {{all, number}}.',
    namesHidden: 'names hidden',
    namesVisible: 'names visible',
    order: 'Best first: {{names}}.',
    tags: 'tags: {{tags}}',
    tie: 'Equally good: {{names}}.',
  },
} as const
