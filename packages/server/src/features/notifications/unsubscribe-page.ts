import type { Language } from '@papadag/contract/limits'
import * as contract from '@papadag/contract/notifications'
import type { OwnPage } from '../../platform/http/pages/pages.ts'
import { type Sent, send } from '../../platform/http/pages/sent.ts'
import { doButton, mainHtml, quietButton, stateHtml } from '../../platform/http/pages/state-page.ts'
import type { Sentence } from '../../platform/texts.ts'
import { isUnsubscribeToken, unsubscribeMail } from './unsubscribe.ts'

type State = 'asked' | 'done' | 'unknown'

const titles: Record<State, Sentence> = {
  asked: {
    nl: 'Wil je deze mails niet meer krijgen?',
    en: 'Would you like to stop getting these e-mails?',
    de: 'Möchtest du diese E-Mails nicht mehr bekommen?',
    fr: 'Tu ne veux plus recevoir ces e-mails ?',
    es: '¿Ya no quieres recibir estos correos?',
  },
  done: {
    nl: 'Deze mails staan uit',
    en: 'These e-mails are switched off',
    de: 'Diese E-Mails sind ausgeschaltet',
    fr: 'Ces e-mails sont désactivés',
    es: 'Estos correos están desactivados',
  },
  unknown: {
    nl: 'Deze link werkt niet meer',
    en: 'This link no longer works',
    de: 'Dieser Link gilt nicht mehr',
    fr: 'Ce lien ne fonctionne plus',
    es: 'Este enlace ya no funciona',
  },
}
const sentences: Record<State, Sentence> = {
  asked: {
    nl: 'De andere mails blijf je krijgen, zoals je ze hebt ingesteld.',
    en: 'You will still get the other e-mails, as you have set them.',
    de: 'Die anderen E-Mails kommen weiter, so wie du sie eingestellt hast.',
    fr: 'Les autres e-mails continuent selon tes réglages.',
    es: 'Los demás correos siguen llegando según tus ajustes.',
  },
  done: {
    nl: 'In je instellingen zet je ze weer aan.',
    en: 'You can switch them on again in your settings.',
    de: 'In deinen Einstellungen kannst du sie wieder einschalten.',
    fr: 'Tu peux les réactiver dans tes réglages.',
    es: 'Puedes volver a activarlos en los ajustes.',
  },
  unknown: {
    nl: 'In je instellingen kies je welke mails je krijgt.',
    en: 'Choose in your settings which e-mails you get.',
    de: 'In deinen Einstellungen wählst du, welche E-Mails du bekommst.',
    fr: 'Choisis dans tes réglages les e-mails que tu reçois.',
    es: 'En los ajustes eliges qué correos recibes.',
  },
}
const switchOff: Sentence = {
  nl: 'Zet ze uit',
  en: 'Switch them off',
  de: 'Ausschalten',
  fr: 'Les désactiver',
  es: 'Desactivarlos',
}
const toSettings: Sentence = {
  nl: 'Naar je instellingen',
  en: 'Go to your settings',
  de: 'Zu deinen Einstellungen',
  fr: 'Vers tes réglages',
  es: 'Ir a los ajustes',
}
const drawings: Record<State, string> = {
  asked: 'ill-leeg-chat.svg',
  done: 'ill-leeg-chat.svg',
  unknown: 'ill-404.svg',
}

/** The pages behind a mail's link. The first one asks, since programs open links by themselves. */
export const unsubscribePages: Sent[] = [
  send(contract.askUnsubscribe, async ({ db, params, language }) =>
    unsubscribePage((await isUnsubscribeToken(db, params.token)) ? 'asked' : 'unknown', language),
  ),
  send(contract.unsubscribe, async ({ db, params, language }) =>
    unsubscribePage((await unsubscribeMail(db, params.token)) ? 'done' : 'unknown', language),
  ),
]

function unsubscribePage(state: State, language: Language): OwnPage {
  const title = titles[state][language]
  const action =
    state === 'asked'
      ? `<form method="post"><button class="${doButton}">${switchOff[language]}</button></form>`
      : `<a class="${quietButton}" href="/profile?tab=settings&amp;section=notifications">${toSettings[language]}</a>`
  return {
    isThere: state !== 'unknown',
    language,
    title,
    head: '<meta name="robots" content="noindex">',
    body: mainHtml(stateHtml({ drawing: drawings[state], title, sentence: sentences[state][language], action })),
  }
}
