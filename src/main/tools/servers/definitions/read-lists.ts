import { z } from 'zod'

import type { RememberedPrompt, RememberedResource } from './remembered-servers'
import { isApp, type Skipped, skippedApp } from './read-apps'
import { shownText } from './shown-text'

const nameChars = 256
const descriptionChars = 1_000
const uriChars = 8_192
const mostArguments = 100
const optionalText = z.string().optional().catch(undefined)

const rawPrompt = z.object({
  name: z.string().min(1).max(nameChars),
  title: optionalText,
  description: optionalText,
  arguments: z
    .array(
      z.object({
        name: z.string().min(1).max(nameChars),
        description: optionalText,
        required: z.boolean().optional().catch(undefined),
      }),
    )
    .max(mostArguments)
    .default([]),
})

const rawResource = z.object({
  uri: z.string().min(1).max(uriChars),
  name: optionalText,
  title: optionalText,
  description: optionalText,
  mimeType: optionalText,
})

/** The prompts among the raw entries of a list; others are left out. */
export function readPrompts(entries: readonly unknown[]): RememberedPrompt[] {
  return entries.flatMap((entry) => {
    const raw = rawPrompt.safeParse(entry).data
    if (raw === undefined) return []
    return [
      {
        name: raw.name,
        title: shownText(raw.title ?? raw.name, nameChars),
        description: shownText(raw.description ?? '', descriptionChars),
        arguments: raw.arguments.map(({ name, description = '', required }) => ({
          name,
          description: shownText(description, descriptionChars),
          isRequired: required ?? false,
        })),
      },
    ]
  })
}

/** The apps among the raw entries of a list of resources, which are not shown. */
export function readApps(entries: readonly unknown[]): Skipped[] {
  const uris = entries.flatMap((entry) => rawResource.safeParse(entry).data?.uri ?? []).filter(isApp)
  return Array.from(new Set(uris), skippedApp)
}

const rawTemplate = rawResource.omit({ uri: true }).extend({ uriTemplate: z.string().min(1).max(uriChars) })

/** The variables of an expression such as `{?from,to*}`. */
const expression = /\{[+#./;?&]?([^{}]*)\}/g

/** Names that a form can show as they are; everything that RFC 6570 allows. */
const variableName = /^[\w.%]{1,100}$/

/** The resource templates among the raw entries of a list; others, and those without variables, are left out. */
export function readTemplates(entries: readonly unknown[]): RememberedResource[] {
  return entries.flatMap((entry) => {
    const { uriTemplate: uri, ...raw } = rawTemplate.safeParse(entry).data ?? { uriTemplate: '' }
    const named = Array.from(uri.matchAll(expression), ([, names = '']) => names.split(','))
    const variables = [...new Set(named.flat().map((name) => name.replace(/\*$|:\d+$/, '').trim()))]
    if (variables.length === 0 || variables.length > mostArguments) return []
    if (!variables.every((name) => variableName.test(name))) return []
    return readResources([{ ...raw, uri }]).map((resource) => ({ ...resource, variables }))
  })
}

/** The resources among the raw entries of a list; apps and whatever cannot be read are left out. */
export function readResources(entries: readonly unknown[]): RememberedResource[] {
  return entries.flatMap((entry) => {
    const raw = rawResource.safeParse(entry).data
    if (raw === undefined || isApp(raw.uri)) return []
    return [
      {
        uri: raw.uri,
        name: shownText(raw.title ?? raw.name ?? raw.uri, nameChars),
        description: shownText(raw.description ?? '', descriptionChars),
        mediaType: raw.mimeType === undefined ? null : shownText(raw.mimeType, nameChars),
      },
    ]
  })
}
