/** The ranking of models by the user's votes. */
export const ranking = {
  allBad_one: 'In {{count, number}} more vote, no answer was good.',
  allBad_other: 'In {{count, number}} more votes, no answer was good.',
  allTags: 'All tags',
  answeredBy: 'answered as {{names}}',
  answeredBySeveral: 'answered as different models: {{names}}',
  apart: 'Separate by answering model',
  basis_one: 'Based on {{count, number}} vote.',
  basis_other: 'Based on {{count, number}} votes.',
  blindOnly: 'Only blind votes',
  chart: 'Strength',
  contestant: 'Model and settings',
  costPerWin: 'Cost per win',
  duplicates_one: '{{count, number}} duplicate skipped.',
  duplicates_other: '{{count, number}} duplicates skipped.',
  exportVotes: 'Export votes',
  fold: 'Ignore settings',
  howTo: 'Vote on the answers of a comparison to see which model suits you best.',
  imported_one: '{{count, number}} vote imported.',
  imported_other: '{{count, number}} votes imported.',
  importVotes: 'Import votes…',
  interval: '{{strength}} ({{low}} to {{high}})',
  isBetter_one:
    '{{name}} is better than {{other}}: it won {{wins, number}} of {{count, number}} decided vote.',
  isBetter_other:
    '{{name}} is better than {{other}}: it won {{wins, number}} of {{count, number}} decided votes.',
  leads_one:
    '{{name}} won {{share}} of {{count, number}} decided vote against {{other}}; too early to say.',
  leads_other:
    '{{name}} won {{share}} of {{count, number}} decided votes against {{other}}; too early to say.',
  leadsAgainst:
    '{{name}} leads {{other}} over all votes, but of their direct votes {{other}} has won {{wins, number}} and lost {{losses, number}}; too early to say.',
  leadsAgainstSettled_one:
    '{{name}} leads {{other}} over all votes, but directly {{other}} is better: it won {{wins, number}} of {{count, number}} decided vote.',
  leadsAgainstSettled_other:
    '{{name}} leads {{other}} over all votes, but directly {{other}} is better: it won {{wins, number}} of {{count, number}} decided votes.',
  leadsEarly_one:
    '{{name}} won {{wins, number}} of {{count, number}} decided vote against {{other}}; too early to say.',
  leadsEarly_other:
    '{{name}} won {{wins, number}} of {{count, number}} decided votes against {{other}}; too early to say.',
  leadsUnclear_one:
    '{{name}} won {{share}} of {{count, number}} decided vote against {{other}}; no clear difference so far.',
  leadsUnclear_other:
    '{{name}} won {{share}} of {{count, number}} decided votes against {{other}}; no clear difference so far.',
  leadsUncompared: '{{name}} leads, but no vote has decided between it and {{other}}.',
  leftOut_one: '{{count, number}} contestant with fewer votes is not ranked.',
  leftOut_other: '{{count, number}} contestants with fewer votes are not ranked.',
  lengthEffect: 'Longer answers: {{coefficient}} ({{low}} to {{high}}) for twice the length.',
  level: 'No model leads yet.',
  list: {
    count_one: '{{count, number}} vote, newest first.',
    count_other: '{{count, number}} votes, newest first.',
    onlyNewest_one: 'Only the newest is listed. Choose a tag or a period to see others.',
    onlyNewest_other: 'Only the newest {{count, number}} are listed. Choose a tag or a period to see others.',
  },
  matrix: 'Every pair',
  matrixHint:
    'The probability that the contestant in the row is better than the one in the column, with its wins, losses and ties. Bold: settled.',
  method:
    'Strength is on a log scale, with 95% intervals: a difference of 1 means odds of 2.7 to 1. A pair is settled once its evidence E reaches 20, however often you look.',
  moreVotes_one: 'At this rate, about {{count, number}} more vote will settle it.',
  moreVotes_other: 'At this rate, about {{count, number}} more votes will settle it.',
  named_one:
    '{{count, number}} blind vote is left out because an answer named a model or had been read before.',
  named_other:
    '{{count, number}} blind votes are left out because an answer named a model or had been read before.',
  neverCompared: 'Never compared',
  next: 'Ask next: {{a}} and {{b}}.',
  nextCost: 'That costs about {{cost}}.',
  nextStart: 'Compare these two blind',
  noDifference: 'No clear difference so far',
  nothing: 'No votes to rank',
  noVotes: 'Not enough votes yet.',
  numbers: 'Numbers',
  ownVotes: 'Your votes',
  pair: 'Pair',
  pairsDrawn_one: '{{shown}} of {{count, number}} pair.',
  pairsDrawn_other: '{{shown}} of {{count, number}} pairs.',
  periods: {
    all: 'All time',
    month: 'Last 30 days',
    quarter: 'Last 90 days',
    year: 'Last year',
  },
  positionEffect: 'Position on the left: {{coefficient}} ({{low}} to {{high}}).',
  probability: 'First is better',
  problem: 'Row {{row, number}}: {{why}}.',
  problems: {
    'name-missing': 'a name is missing',
    'name-too-long': 'a name is too long',
    'same-names': 'both names are the same',
    'wrong-result': 'the result is not a, b or tie',
    'wrong-time': 'the time cannot be read',
  },
  repeated_one: '{{count, number}} of them repeats a prompt. Votes on the same prompt count as one.',
  repeated_other: '{{count, number}} of them repeat a prompt. Votes on the same prompt count as one.',
  saveJson: 'Save as JSON',
  settled: 'Settled: {{name}} is better',
  strength: 'Strength, with 95% interval',
  tag: 'Tag',
  tooEarly: 'Too early to say',
  versus: '{{a}} against {{b}}',
  view: 'View',
  wins: 'Wins',
  winsLossesTies: 'Wins – losses – ties',
  won: 'Votes won',
  wonOf: '{{wins, number}} of {{votes, number}}',
} as const
