/** What runs of prompt sets show: differences, how far judges can be trusted, and drift. */
export const setFindings = {
  differences: {
    all: 'All differences',
    assumed: 'How much results vary is assumed until a run of this set has shown it.',
    better: '{{better}} passes {{points}} more of 100 than {{worse}} ({{low}} to {{high}}).',
    chance: 'Chance',
    chanceHint:
      'The chance to see such a difference between equal models, corrected for the number of differences. Below 5 %, it is taken for real.',
    earlier: '{{model}}, compared with the earlier run',
    enough: 'A difference of 10 of 100 would most likely have shown.',
    fewer: '{{model}} passes {{points}} fewer of 100 than in the earlier run ({{low}} to {{high}}).',
    forecast:
      'The run would show a difference of about {{points}} of 100 between two models in four of five cases.',
    interval: '{{low}} to {{high}}',
    intervalHint:
      'Of all prompts like these, between {{low}} and {{high}} pass; such ranges are right in 95 % of cases.',
    more: '{{model}} passes {{points}} more of 100 than in the earlier run ({{low}} to {{high}}).',
    morePrompts_one: '{{count, number}} more prompt would show one of 10 of 100.',
    morePrompts_other: '{{count, number}} more prompts would show one of 10 of 100.',
    none: 'No difference to see between the models.',
    ofHundred: '{{points}} of 100',
    pair: '{{better}} – {{worse}}',
    range: 'Range',
    rangeHint: 'Right in 95 % of cases.',
    same: 'No change to see since the earlier run.',
    tenth_one: 'For one of 10 of 100, the set needs {{count, number}} prompt.',
    tenth_other: 'For one of 10 of 100, the set needs {{count, number}} prompts.',
    tenthCost_one:
      'For one of 10 of 100, the set needs {{count, number}} prompt, which costs about {{cost}}.',
    tenthCost_other:
      'For one of 10 of 100, the set needs {{count, number}} prompts, which cost about {{cost}}.',
    title: 'Differences',
  },
  trust: {
    agrees:
      'Agrees with your blind votes in {{share}} of {{of}} pairs ({{low}} to {{high}}; kappa {{kappa}}).',
    byTag: '“{{tag}}”: {{share}} of {{of}} pairs ({{low}} to {{high}}).',
    contradicts:
      'Contradicts itself in {{share}} of {{of}} pairs when the order is reversed ({{low}} to {{high}}).',
    first: 'Prefers the answer that it reads first in {{share}} of {{of}} readings ({{low}} to {{high}}).',
    longer: 'Prefers the longer answer in {{share}} of {{of}} pairs ({{low}} to {{high}}).',
    notMeasured_one:
      'Agreement with your votes is not measured: that takes {{needed, number}} pairs that you have voted on blind, and there is {{count, number}}.',
    notMeasured_other:
      'Agreement with your votes is not measured: that takes {{needed, number}} pairs that you have voted on blind, and there are {{count, number}}.',
    ownFamily: 'Prefers models of its own family in {{share}} of {{of}} pairs ({{low}} to {{high}}).',
    saved_one: 'The judge makes up for at least {{count, number}} more prompt with a vote.',
    saved_other: 'The judge makes up for at least {{count, number}} more prompts with votes.',
    title: 'How far this judge can be trusted',
    together: 'Votes and verdicts together',
    togetherHint:
      'The share of pairs that each model wins, with the range that is right in 95 % of cases. The error of the judge is measured on your votes, so the ranges hold however wrong it is, as long as the prompts that you voted on were not chosen for their answers.',
    votes: 'Your votes do so in {{share}} of {{of}}.',
    votesAlone: 'Votes alone',
    withJudge: 'With the judge',
  },
  watch: {
    baseline: 'Compared with the run',
    better: '{{model}} passes more often now.',
    change: 'Change…',
    chart: 'Share of answers that pass, by run',
    command: 'While Parley is closed, such as from the system’s scheduler:',
    commandLine: 'parley-eval {{set}} --watch',
    control: 'Control',
    controlDrifted:
      '{{model}} answers differently, too, although it cannot change. So the models are not the cause.',
    controlHint:
      'A model that cannot change, such as a local one. If it seems to change, the cause lies elsewhere.',
    every: 'How often',
    evidence_one: '{{worse, number}} worse, {{better, number}} better of {{count, number}} pair',
    evidence_other: '{{worse, number}} worse, {{better, number}} better of {{count, number}} pairs',
    late: '{{time}}, due {{due}}',
    limit: 'Monthly limit in US dollars',
    look: 'Run now',
    next: 'The next run is due {{time}}.',
    noControl: 'None',
    none: 'No run yet.',
    open: 'Watch…',
    periods: { day: 'Daily', week: 'Weekly' },
    rebuilt: '{{model}} reports another build than before.',
    renamed: '{{model}} reports another name than before.',
    save: 'Watch',
    spent: 'This month {{cost}}.',
    steady: '{{model}}: no change beyond chance.',
    stop: 'Stop watching',
    title: 'Watch',
    what: 'Parley asks the same models the same prompts again and again, and compares the answers with the chosen run. Missed runs are made up for at the next start.',
    worse: '{{model}} passes less often now.',
  },
}
