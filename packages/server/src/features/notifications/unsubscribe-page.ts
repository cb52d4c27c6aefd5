import type { Language } from '@papadag/contract/limits'
import type { Sentence } from '../../platform/texts.ts'
import { texts } from './texts.ts'

const question: Sentence = {
  nl: 'Wil je deze mails niet meer krijgen?',
  en: 'Do you not want these mails any more?',
  de: 'Möchtest du diese E-Mails nicht mehr bekommen?',
  fr: 'Tu ne veux plus recevoir ces e-mails ?',
  es: '¿Ya no quieres recibir estos correos?',
}
const button: Sentence = {
  nl: 'Zet ze uit',
  en: 'Switch them off',
  de: 'Ausschalten',
  fr: 'Les désactiver',
  es: 'Desactivarlos',
}
const done: Sentence = {
  nl: 'Deze mails staan uit. In je instellingen zet je ze weer aan.',
  en: 'These mails are switched off. You can switch them on again in your settings.',
  de: 'Diese E-Mails sind ausgeschaltet. In deinen Einstellungen kannst du sie wieder einschalten.',
  fr: 'Ces e-mails sont désactivés. Tu peux les réactiver dans tes réglages.',
  es: 'Estos correos están desactivados. Puedes volver a activarlos en los ajustes.',
}

/** The page behind a mail's link: a question first, since programs open links by themselves. */
export function unsubscribePage(state: 'asked' | 'done' | 'unknown', language: Language): string {
  const sentence = { asked: question, done, unknown: texts['mail.unknownLink'] }[state][language]
  const form = state === 'asked' ? `<form method="post"><button>${button[language]}</button></form>` : ''
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>Papadag</title></head><body><h1>Papadag</h1><p>${sentence}</p>${form}</body></html>`
}
