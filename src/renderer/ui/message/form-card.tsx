import type { FormPart } from '../../../shared/messages'

/** A form that the model asked for, as it stands in the conversation: its title and what it asks. */
export function FormCard({ part }: { part: FormPart }) {
  const fields = fieldNames(part.schema)
  return (
    <div className="form-card">
      <p className="form-card-title">{part.title}</p>
      {fields.length > 0 && <p className="form-card-fields">asks for {fields.join(', ')}</p>}
    </div>
  )
}

function fieldNames(schema: Record<string, unknown>): string[] {
  const { properties } = schema
  if (typeof properties !== 'object' || properties === null) return []
  return Object.entries(properties).map(([name, field]: [string, unknown]) => {
    const title: unknown =
      typeof field === 'object' && field !== null ? Reflect.get(field, 'title') : undefined
    return typeof title === 'string' ? title : name
  })
}
