/** A question that the first run suggests, in the languages of the window, and what each demo model says to it. */
interface TourQuestion {
  questions: readonly string[]
  /** In the same order as the questions. */
  answers: Readonly<Record<string, readonly string[]>>
}

const overview = {
  en: `You are reading a scripted demo answer: Parley wrote it in advance, without a model and without a network. It is here so that you can try things on it.

## In a chat

- **Stop** ends an answer at once and keeps the text so far. **Continue** writes the rest.
- **Regenerate** asks again, and **Edit** changes your question. Nothing is lost: arrows lead to the other versions.
- Select some text to **quote** it in your next message.

## In a comparison

1. Choose **New comparison**. Both demo models are already there.
2. Ask them: *How high is Mont Blanc, and who climbed it first?*
3. *Brief* is done first. Whether it is right is another question: **Differences** marks where the two answers disagree.
4. **Vote** for the better answer with its letter. The **Ranking** counts your votes.

## With your own models

Add a key or a local server in **Settings → Providers**, and the same questions get real answers.`,
  de: `Du liest eine vorbereitete Demo-Antwort: Parley hat sie im Voraus geschrieben, ohne Modell und ohne Netz. An ihr kannst du alles ausprobieren.

## In einem Chat

- **Stopp** beendet eine Antwort sofort und behält den bisherigen Text. **Fortsetzen** schreibt den Rest.
- **Neu generieren** fragt noch einmal, und **Bearbeiten** ändert deine Frage. Nichts geht verloren: Pfeile führen zu den anderen Versionen.
- Markiere Text, um ihn in deiner nächsten Nachricht zu **zitieren**.

## In einem Vergleich

1. Wähle **Neuer Vergleich**. Beide Demo-Modelle sind schon da.
2. Frage sie: *Wie hoch ist der Mont Blanc, und wer hat ihn zuerst bestiegen?*
3. *Brief* ist zuerst fertig. Ob die Antwort stimmt, ist eine andere Frage: **Unterschiede** markiert, wo sich die beiden widersprechen.
4. **Stimme** mit dem Buchstaben für die bessere Antwort. Die **Rangliste** zählt deine Stimmen.

## Mit deinen eigenen Modellen

Füge unter **Einstellungen → Anbieter** einen Schlüssel oder einen lokalen Server hinzu, und dieselben Fragen bekommen echte Antworten.`,
}

const tour: readonly TourQuestion[] = [
  {
    questions: ['Show me what Parley can do.', 'Zeig mir, was Parley kann.'],
    answers: { writer: [overview.en, overview.de] },
  },
  {
    questions: [
      'How high is Mont Blanc, and who climbed it first?',
      'Wie hoch ist der Mont Blanc, und wer hat ihn zuerst bestiegen?',
    ],
    answers: {
      writer: [
        `Mont Blanc is **4,806 m** high. That is the result of the survey of 2023; because its summit is a cap of ice and snow, each survey gives a slightly different height.

It was first climbed on **8 August 1786**, by Jacques Balmat and Michel-Gabriel Paccard, both from Chamonix. Horace-Bénédict de Saussure, who had offered a prize for the ascent, reached the summit a year after them.

*A scripted demo answer: it was written in advance, and no model has read your message.*`,
        `Der Mont Blanc ist **4806 m** hoch. Das ergab die Vermessung von 2023; weil sein Gipfel aus Eis und Schnee besteht, ergibt jede Vermessung eine etwas andere Höhe.

Zuerst bestiegen haben ihn am **8. August 1786** Jacques Balmat und Michel-Gabriel Paccard, beide aus Chamonix. Horace-Bénédict de Saussure, der für die Besteigung einen Preis ausgesetzt hatte, erreichte den Gipfel ein Jahr nach ihnen.

*Eine vorbereitete Demo-Antwort: Sie wurde im Voraus geschrieben, und kein Modell hat deine Nachricht gelesen.*`,
      ],
      brief: [
        `Mont Blanc is **4,870 m** high. It was first climbed on **3 August 1787**, by Horace-Bénédict de Saussure.

*A scripted demo answer, with mistakes for you to find.*`,
        `Der Mont Blanc ist **4870 m** hoch. Zuerst bestiegen hat ihn am **3. August 1787** Horace-Bénédict de Saussure.

*Eine vorbereitete Demo-Antwort mit Fehlern, die du finden kannst.*`,
      ],
    },
  },
]

/** The recorded answer of a demo model to a question of the tour; null if it has none. */
export function tourAnswer(modelId: string, prompt: string): string | null {
  const asked = prompt.trim()
  for (const { questions, answers } of tour) {
    const language = questions.indexOf(asked)
    if (language !== -1) return answers[modelId]?.[language] ?? null
  }
  return null
}
