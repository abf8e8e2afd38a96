import type { Estimate, WhichFigure } from '../../../shared/which-model/which-model'
import { formatCost, formatCount, formatPercent, formatRate, formatSeconds } from '../../language/format'
import { t } from '../../language/t'

/** The name of a figure. */
export function figureName(figure: WhichFigure): string {
  return t(figure === 'votes' ? 'whichModel.votesWon' : `whichModel.${figure}`)
}

/** A value of a figure, in its unit. */
export function valueText(figure: WhichFigure, value: number): string {
  if (figure === 'firstWord') return formatSeconds(value)
  if (figure === 'speed') return t('whichModel.rate', { rate: rateText(value) })
  return figure === 'cost' || figure === 'costPerPass' ? formatCost(value) : formatPercent(value)
}

/** The interval of a figure, how much the answers differ, and what it is an average of. */
export function figureDetails(figure: WhichFigure, estimate: Estimate): string[] {
  const { interval, standardDeviation, hits, count, prompts } = estimate
  const write = (value: number) => (figure === 'speed' ? rateText(value) : valueText(figure, value))
  return [
    ...(interval === null
      ? []
      : [t('whichModel.interval', { low: write(interval[0]), high: write(interval[1]) })]),
    ...(standardDeviation === null
      ? []
      : [t('whichModel.standardDeviation', { value: write(standardDeviation) })]),
    ...(hits !== undefined && prompts === count
      ? [t('whichModel.ofAnswers', { part: formatCount(hits), total: formatCount(count) })]
      : [
          // Where prompts have several, a plain fraction would not be the share.
          ...(prompts === count
            ? []
            : [t(`whichModel.${figure === 'votes' ? 'pairs' : 'answers'}`, { count })]),
          t('whichModel.prompts', { count: prompts }),
        ]),
  ]
}

function rateText(perSecond: number): string {
  return formatRate(perSecond) ?? formatCount(Math.round(perSecond))
}
