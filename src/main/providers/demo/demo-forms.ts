import type { FormRequest } from '../../../shared/runs/events'
import type { FormValues } from '../../run-source/run-source'

/** The form of the model `form`: one field of each common kind, the last of which is optional. */
export function bookingForm(formId: string): FormRequest {
  return {
    formId,
    title: 'Book a table (scripted)',
    schema: {
      type: 'object',
      properties: {
        name: { type: 'string', title: 'Name', minLength: 2, maxLength: 80 },
        room: { type: 'string', title: 'Where', enum: ['inside', 'terrace', 'bar'] },
        guests: { type: 'integer', title: 'Guests', minimum: 1, maximum: 12 },
        candles: { type: 'boolean', title: 'Candles', default: true },
        note: { type: 'string', title: 'Anything else', maxLength: 500 },
      },
      required: ['name', 'room', 'guests', 'candles'],
    },
  }
}

/** The model `form`'s answer to the submitted values. */
export function bookingText(values: FormValues): string {
  const given = Object.entries(values).map(([name, value]) => `- ${name}: ${spoken(value)}`)
  return `No table was booked, but this is what you entered:\n\n${given.join('\n')}`
}

/** The form of the model `elicit`. */
export function destinationForm(formId: string): FormRequest {
  return {
    formId,
    title: 'Where to? (scripted)',
    schema: {
      type: 'object',
      properties: { destination: { type: 'string', title: 'Destination', minLength: 2, maxLength: 80 } },
      required: ['destination'],
    },
  }
}

/** How the model `elicit` continues after its form. */
export function destinationText(values: FormValues | null): string {
  if (values === null) return 'You declined to answer, so this script ends here.'
  return `Your destination is ${spoken(values['destination'])}. A real model would now plan the trip.`
}

function spoken(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
}
