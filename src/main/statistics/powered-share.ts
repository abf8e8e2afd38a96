import { wilson } from './shares'

/** A value between 0 and 1 that a person gave, with the judge’s value for the same thing. */
export interface LabelledScore {
  label: number
  judged: number
}

/** A mean of what a person would say, estimated from a few labels and many values of a judge. */
export interface PoweredShare {
  share: number
  interval: [number, number]
  /** The same from the labels alone. */
  fromLabels: { share: number; interval: [number, number] }
  /** How many more labels would give as narrow an interval without the judge. */
  savedLabels: number
}

/**
 * The mean of labels between 0 and 1, where a judge’s values for things without a label take the place of more labels.
 * The judge’s error is measured on what has both, so the interval stays valid however wrong the judge is; one that is no
 * better than chance gets no weight. What has labels must not differ from what has none in how hard it is.
 *
 * Prediction-powered inference with its power tuning. For few labels, the variance counts one label more at each end
 * of the scale, and the interval is Wilson’s for as many labels as have that variance.
 *
 * @see https://doi.org/10.1126/science.adi6000 (Angelopoulos, Bates, Fannjiang, Jordan and Zrnic 2023)
 * @see https://arxiv.org/abs/2311.01453 (Angelopoulos, Duchi and Zrnic 2023: the weight)
 */
export function poweredShare(
  labelled: readonly LabelledScore[],
  onlyJudged: readonly number[],
): PoweredShare | null {
  const [labels, others] = [labelled.length, onlyJudged.length]
  if (labels < 2) return null
  const judged = labelled.map((each) => each.judged)
  const spread = variance([...judged, ...onlyJudged])
  const weight =
    others === 0 || spread === 0 ? 0 : inScale(covariance(labelled) / (spread * (1 + labels / others)))
  const errorsOf = (by: number) => labelled.map((each) => each.label - by * each.judged)
  const powered = inScale(mean(errorsOf(weight)) + weight * (others === 0 ? 0 : mean(onlyJudged)))
  const alone = inScale(mean(errorsOf(0)))
  const judgeVariance = others === 0 ? 0 : (weight ** 2 * spread) / others
  const poweredVariance = cautiousVariance(errorsOf(weight)) / labels + judgeVariance
  const aloneVariance = cautiousVariance(errorsOf(0)) / labels
  return {
    share: powered,
    interval: wilson(powered, trialsOf(powered, poweredVariance, labels)),
    fromLabels: { share: alone, interval: wilson(alone, labels) },
    savedLabels: Math.max(0, Math.round(labels * (aloneVariance / poweredVariance - 1))),
  }
}

/** As many independent labels as have this variance, at least half of those that there are. */
function trialsOf(share: number, of: number, labels: number): number {
  const inner = Math.min(0.995, Math.max(0.005, share))
  return Math.max(labels / 2, (inner * (1 - inner)) / of)
}

const inScale = (value: number) => Math.min(1, Math.max(0, value))

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function squares(values: readonly number[]): number {
  const middle = mean(values)
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0)
}

const variance = (values: readonly number[]) => squares(values) / (values.length - 1)

/** With a value half a scale above the mean, and one below: few labels may have no error by chance. */
const cautiousVariance = (values: readonly number[]) => (squares(values) + 0.5) / (values.length + 1)

function covariance(labelled: readonly LabelledScore[]): number {
  const label = mean(labelled.map((each) => each.label))
  const judged = mean(labelled.map((each) => each.judged))
  const products = labelled.reduce((sum, each) => sum + (each.label - label) * (each.judged - judged), 0)
  return products / (labelled.length - 1)
}
