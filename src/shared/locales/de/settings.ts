export const settings = {
  general: {
    language: 'Sprache',
    languageOfSystem: 'Wie im System',
  },
} as const
