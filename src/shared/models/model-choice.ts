import type { ModelInfo } from './models'

/** True if the user has hidden the model. */
export function isHiddenModel({ preference }: ModelInfo): boolean {
  return preference?.isHidden === true
}

function isShown(model: ModelInfo): boolean {
  return !isHiddenModel(model)
}

/** True for a scripted model that is not hidden. */
export function isShownScript(model: ModelInfo): boolean {
  return model.isScripted && isShown(model)
}

/** True for a model of a real provider, which needs no folder as an agent does. */
export function isReal(model: ModelInfo): boolean {
  return !model.isScripted && model.agent === undefined
}

/** True if a model may be selected automatically: a real one that is not hidden. */
export function isChoosable(model: ModelInfo): boolean {
  return isReal(model) && !isHiddenModel(model)
}

/** True for an agent that is not installed. */
export function isMissing({ agent }: ModelInfo): boolean {
  return agent?.isInstalled === false
}

/** True if the model is offered where models are chosen: it can be used, and is not hidden. */
export function isOffered(model: ModelInfo): boolean {
  return !isMissing(model) && !isHiddenModel(model)
}

/**
 * The model for a new chat: the first of those `wished` that is available, else a real one, else the installed agent that
 * was chosen last, else a scripted one. A hidden model is chosen only if all others are hidden, too.
 */
export function bestModel(
  models: readonly ModelInfo[],
  wished: readonly (string | null | undefined)[],
  recent: readonly string[] = [],
): string | null {
  const named = (refs: readonly (string | null | undefined)[]) =>
    refs.flatMap((ref) => models.find(({ id }) => id === ref) ?? [])
  const agent = named(recent).find((model) => model.agent?.isInstalled === true && isShown(model))
  const best =
    named(wished).find(isShown) ??
    models.find(isChoosable) ??
    agent ??
    models.find(isShownScript) ??
    models.find(isOffered) ??
    named(wished)[0] ??
    models[0]
  return best?.id ?? null
}
