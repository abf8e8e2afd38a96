export const settings = {
  general: {
    language: 'Language',
    languageOfSystem: 'As the system has it',
  },
} as const
