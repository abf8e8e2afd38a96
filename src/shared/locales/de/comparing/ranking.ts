/** The ranking of models by the user's votes. */
export const ranking = {
  allBad_one: 'In {{count, number}} weiteren Abstimmung war keine Antwort gut.',
  allBad_other: 'In {{count, number}} weiteren Abstimmungen war keine Antwort gut.',
  allTags: 'Alle Schlagwörter',
  answeredBy: 'antwortete als {{names}}',
  answeredBySeveral: 'antwortete als verschiedene Modelle: {{names}}',
  apart: 'Nach antwortendem Modell trennen',
  basis_one: 'Auf der Grundlage von {{count, number}} Stimme.',
  basis_other: 'Auf der Grundlage von {{count, number}} Stimmen.',
  battles:
    'Es sind Vergleiche anderer, die nicht als deine Stimmen zählen: Ihre Rangliste steht unter „{{name}}“.',
  blindOnly: 'Nur blinde Stimmen',
  chart: 'Stärke',
  contestant: 'Modell und Einstellungen',
  costPerWin: 'Kosten je Sieg',
  duplicates_one: '{{count, number}} Duplikat übersprungen.',
  duplicates_other: '{{count, number}} Duplikate übersprungen.',
  exportVotes: 'Stimmen exportieren',
  fold: 'Einstellungen ignorieren',
  how: 'Wie die Antworten gezeigt wurden',
  hows: {
    all: 'Gelesen oder als Seite',
    read: 'Nur gelesen',
    rendered: 'Nur als Seite',
  },
  howTo: 'Stimme über die Antworten eines Vergleichs ab, um zu sehen, welches Modell am besten zu dir passt.',
  imported_one: '{{count, number}} Stimme importiert.',
  imported_other: '{{count, number}} Stimmen importiert.',
  importVotes: 'Stimmen importieren …',
  interval: '{{strength}} ({{low}} bis {{high}})',
  isBetter_one:
    '{{name}} ist besser als {{other}}: {{wins, number}} von {{count, number}} entschiedenen Stimme gewonnen.',
  isBetter_other:
    '{{name}} ist besser als {{other}}: {{wins, number}} von {{count, number}} entschiedenen Stimmen gewonnen.',
  leads_one:
    '{{name}} hat {{share}} von {{count, number}} entschiedenen Stimme gegen {{other}} gewonnen; für ein Urteil ist es noch zu früh.',
  leads_other:
    '{{name}} hat {{share}} von {{count, number}} entschiedenen Stimmen gegen {{other}} gewonnen; für ein Urteil ist es noch zu früh.',
  leadsAgainst:
    '{{name}} liegt nach allen Stimmen vor {{other}}, aber im direkten Vergleich hat {{other}} {{wins, number}} Stimmen gewonnen und {{losses, number}} verloren; für ein Urteil ist es noch zu früh.',
  leadsAgainstSettled_one:
    '{{name}} liegt nach allen Stimmen vor {{other}}, aber im direkten Vergleich ist {{other}} besser: {{wins, number}} von {{count, number}} entschiedenen Stimme gewonnen.',
  leadsAgainstSettled_other:
    '{{name}} liegt nach allen Stimmen vor {{other}}, aber im direkten Vergleich ist {{other}} besser: {{wins, number}} von {{count, number}} entschiedenen Stimmen gewonnen.',
  leadsEarly_one:
    '{{name}} hat {{wins, number}} von {{count, number}} entschiedenen Stimme gegen {{other}} gewonnen; für ein Urteil ist es noch zu früh.',
  leadsEarly_other:
    '{{name}} hat {{wins, number}} von {{count, number}} entschiedenen Stimmen gegen {{other}} gewonnen; für ein Urteil ist es noch zu früh.',
  leadsUnclear_one:
    '{{name}} hat {{share}} von {{count, number}} entschiedenen Stimme gegen {{other}} gewonnen; bisher kein klarer Unterschied.',
  leadsUnclear_other:
    '{{name}} hat {{share}} von {{count, number}} entschiedenen Stimmen gegen {{other}} gewonnen; bisher kein klarer Unterschied.',
  leadsUncompared: '{{name}} liegt vorn, aber noch keine Stimme hat zwischen ihm und {{other}} entschieden.',
  leftOut_one: '{{count, number}} Modell mit weniger Stimmen fehlt in der Rangliste.',
  leftOut_other: '{{count, number}} Modelle mit weniger Stimmen fehlen in der Rangliste.',
  lengthEffect: 'Längere Antworten: {{coefficient}} ({{low}} bis {{high}}) bei doppelter Länge.',
  level: 'Noch liegt kein Modell vorn.',
  list: {
    count_one: '{{count, number}} Stimme.',
    count_other: '{{count, number}} Stimmen, neueste zuerst.',
    onlyNewest_one:
      'Nur die neueste ist aufgeführt. Wähle ein Schlagwort oder einen Zeitraum, um andere zu sehen.',
    onlyNewest_other:
      'Nur die neuesten {{count, number}} sind aufgeführt. Wähle ein Schlagwort oder einen Zeitraum, um andere zu sehen.',
  },
  matrix: 'Alle Paare',
  matrixHint:
    'Die Wahrscheinlichkeit, dass das Modell der Zeile besser ist als das der Spalte, mit seinen Siegen, Niederlagen und Gleichständen. Fett: entschieden.',
  method:
    'Die Stärke ist logarithmisch, mit 95-%-Intervallen: Ein Unterschied von 1 bedeutet Chancen von 2,7 zu 1. Ein Paar ist entschieden, sobald seine Evidenz E 20 erreicht, egal wie oft du nachsiehst.',
  moreVotes_one: 'Geht es so weiter, entscheidet etwa {{count, number}} weitere Stimme.',
  moreVotes_other: 'Geht es so weiter, entscheiden etwa {{count, number}} weitere Stimmen.',
  named_one:
    '{{count, number}} blinde Stimme zählt nicht, weil eine Antwort ein Modell nennt oder schon gelesen war.',
  named_other:
    '{{count, number}} blinde Stimmen zählen nicht, weil eine Antwort ein Modell nennt oder schon gelesen war.',
  neverCompared: 'Nie verglichen',
  next: 'Frage als Nächstes: {{a}} und {{b}}.',
  nextCost: 'Das kostet etwa {{cost}}.',
  nextStart: 'Diese zwei blind vergleichen',
  noDifference: 'Bisher kein klarer Unterschied',
  nothing: 'Keine Stimmen für eine Rangliste',
  noVotes: 'Noch zu wenige Stimmen.',
  numbers: 'Zahlen',
  ownVotes: 'Deine Stimmen',
  pair: 'Paar',
  pairsDrawn_one: '{{shown}} von {{count, number}} Paar.',
  pairsDrawn_other: '{{shown}} von {{count, number}} Paaren.',
  periods: {
    all: 'Gesamte Zeit',
    month: 'Letzte 30 Tage',
    quarter: 'Letzte 90 Tage',
    year: 'Letztes Jahr',
  },
  positionEffect: 'Platz auf der linken Seite: {{coefficient}} ({{low}} bis {{high}}).',
  probability: 'Erstes ist besser',
  problem: 'Zeile {{row, number}}: {{why}}.',
  problems: {
    'name-missing': 'ein Name fehlt',
    'name-too-long': 'ein Name ist zu lang',
    'same-names': 'beide Namen sind gleich',
    'wrong-result': 'das Ergebnis ist nicht a, b oder tie',
    'wrong-time': 'die Zeit ist nicht lesbar',
  },
  repeated_one:
    '{{count, number}} davon wiederholt eine Frage. Stimmen zu derselben Frage zählen zusammen als eine.',
  repeated_other:
    '{{count, number}} davon wiederholen eine Frage. Stimmen zu derselben Frage zählen zusammen als eine.',
  saveJson: 'Als JSON speichern',
  settled: 'Entschieden: {{name}} ist besser',
  strength: 'Stärke, mit 95-%-Intervall',
  tag: 'Schlagwort',
  tooEarly: 'Noch zu früh für ein Urteil',
  versus: '{{a}} gegen {{b}}',
  view: 'Ansicht',
  wins: 'Siege',
  winsLossesTies: 'Siege – Niederlagen – Gleichstände',
  won: 'Gewonnene Stimmen',
  wonOf: '{{wins, number}} von {{votes, number}}',
} as const
