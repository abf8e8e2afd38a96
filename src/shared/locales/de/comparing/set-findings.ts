/** What runs of prompt sets show: differences, how far judges can be trusted, and drift. */
export const setFindings = {
  differences: {
    all: 'Alle Unterschiede',
    assumed: 'Wie stark Ergebnisse schwanken, ist angenommen, bis ein Lauf dieser Sammlung es gezeigt hat.',
    better: '{{better}} besteht {{points}} von 100 mehr als {{worse}} ({{low}} bis {{high}}).',
    chance: 'Zufall',
    chanceHint:
      'Die Wahrscheinlichkeit, einen solchen Unterschied zwischen gleichen Modellen zu sehen, korrigiert für die Anzahl der Unterschiede. Unter 5 % gilt er als echt.',
    earlier: '{{model}} gegenüber dem früheren Lauf',
    enough: 'Ein Unterschied von 10 von 100 hätte sich sehr wahrscheinlich gezeigt.',
    fewer: '{{model}} besteht {{points}} von 100 weniger als im früheren Lauf ({{low}} bis {{high}}).',
    forecast:
      'Der Lauf würde einen Unterschied von etwa {{points}} von 100 zwischen zwei Modellen in vier von fünf Fällen zeigen.',
    interval: '{{low}} bis {{high}}',
    intervalHint:
      'Von allen Prompts wie diesen bestehen zwischen {{low}} und {{high}}; solche Bereiche stimmen in 95 % der Fälle.',
    more: '{{model}} besteht {{points}} von 100 mehr als im früheren Lauf ({{low}} bis {{high}}).',
    morePrompts_one: '{{count, number}} weiterer Prompt würde einen von 10 von 100 zeigen.',
    morePrompts_other: '{{count, number}} weitere Prompts würden einen von 10 von 100 zeigen.',
    none: 'Zwischen den Modellen ist kein Unterschied zu sehen.',
    ofHundred: '{{points}} von 100',
    pair: '{{better}} – {{worse}}',
    range: 'Bereich',
    rangeHint: 'Stimmt in 95 % der Fälle.',
    same: 'Seit dem früheren Lauf ist keine Änderung zu sehen.',
    tenth_one: 'Für einen von 10 von 100 braucht die Sammlung {{count, number}} Prompt.',
    tenth_other: 'Für einen von 10 von 100 braucht die Sammlung {{count, number}} Prompts.',
    tenthCost_one:
      'Für einen von 10 von 100 braucht die Sammlung {{count, number}} Prompt, der etwa {{cost}} kostet.',
    tenthCost_other:
      'Für einen von 10 von 100 braucht die Sammlung {{count, number}} Prompts, die etwa {{cost}} kosten.',
    title: 'Unterschiede',
  },
  trust: {
    agrees:
      'Stimmt mit deinen blinden Stimmen in {{share}} von {{of}} Paaren überein ({{low}} bis {{high}}; Kappa {{kappa}}).',
    byTag: '„{{tag}}“: {{share}} von {{of}} Paaren ({{low}} bis {{high}}).',
    contradicts:
      'Widerspricht sich in {{share}} von {{of}} Paaren, wenn die Reihenfolge umgekehrt ist ({{low}} bis {{high}}).',
    first: 'Bevorzugt in {{share}} von {{of}} Lesungen die zuerst gelesene Antwort ({{low}} bis {{high}}).',
    longer: 'Bevorzugt in {{share}} von {{of}} Paaren die längere Antwort ({{low}} bis {{high}}).',
    notMeasured_one:
      'Die Übereinstimmung mit deinen Stimmen ist nicht gemessen: Dazu braucht es {{needed, number}} Paare mit blinden Stimmen, und es gibt {{count, number}}.',
    notMeasured_other:
      'Die Übereinstimmung mit deinen Stimmen ist nicht gemessen: Dazu braucht es {{needed, number}} Paare mit blinden Stimmen, und es gibt {{count, number}}.',
    ownFamily: 'Bevorzugt in {{share}} von {{of}} Paaren Modelle der eigenen Familie ({{low}} bis {{high}}).',
    saved_one: 'Die Urteile ersetzen mindestens {{count, number}} weiteren Prompt mit einer Stimme.',
    saved_other: 'Die Urteile ersetzen mindestens {{count, number}} weitere Prompts mit Stimmen.',
    title: 'Wie weit diesem Urteil zu trauen ist',
    together: 'Stimmen und Urteile zusammen',
    togetherHint:
      'Der Anteil der Paare, die jedes Modell gewinnt, mit dem Bereich, der in 95 % der Fälle stimmt. Der Fehler der Urteile wird an deinen Stimmen gemessen. Darum gelten die Bereiche, wie falsch die Urteile auch sind, solange die Prompts mit Stimmen nicht nach ihren Antworten ausgewählt wurden.',
    votes: 'Deine Stimmen tun das in {{share}} von {{of}}.',
    votesAlone: 'Nur Stimmen',
    withJudge: 'Mit den Urteilen',
  },
  watch: {
    baseline: 'Verglichen mit dem Lauf',
    better: '{{model}} besteht jetzt häufiger.',
    change: 'Ändern…',
    chart: 'Anteil der bestandenen Antworten je Lauf',
    command: 'Ohne geöffnetes Parley, etwa aus dem Zeitplaner des Systems:',
    commandLine: 'parley-eval {{set}} --watch',
    control: 'Kontrolle',
    controlDrifted:
      'Auch {{model}} antwortet anders, obwohl es sich nicht ändern kann. Die Ursache liegt also nicht bei den Modellen.',
    controlHint:
      'Ein Modell, das sich nicht ändern kann, etwa ein lokales. Scheint es sich doch zu ändern, liegt die Ursache woanders.',
    every: 'Wie oft',
    evidence_one: '{{worse, number}} schlechter, {{better, number}} besser von {{count, number}} Paar',
    evidence_other: '{{worse, number}} schlechter, {{better, number}} besser von {{count, number}} Paaren',
    late: '{{time}}, fällig {{due}}',
    limit: 'Monatliche Grenze in US-Dollar',
    look: 'Jetzt ausführen',
    next: 'Der nächste Lauf ist {{time}} fällig.',
    noControl: 'Keine',
    none: 'Noch kein Lauf.',
    open: 'Beobachten…',
    periods: { day: 'Täglich', week: 'Wöchentlich' },
    rebuilt: '{{model}} meldet eine andere Version als zuvor.',
    renamed: '{{model}} meldet sich unter einem anderen Namen als zuvor.',
    save: 'Beobachten',
    spent: 'In diesem Monat {{cost}}.',
    steady: '{{model}}: keine Änderung, die über Zufall hinausgeht.',
    stop: 'Nicht mehr beobachten',
    title: 'Beobachtung',
    what: 'Parley schickt denselben Modellen immer wieder dieselben Prompts und vergleicht die Antworten mit dem gewählten Lauf. Verpasste Läufe werden beim nächsten Start nachgeholt.',
    worse: '{{model}} besteht jetzt seltener.',
  },
}
