import {
  type NotificationDefinition,
  type OutgoingButton,
  pathToItsPlaydate,
} from '../../../domain/notifications/kind.ts'
import { hasTooFew, isAhead, isReadableBy, seatOf } from '../../../domain/playdates/state.ts'
import { sql } from '../../../platform/db/db.ts'

/** For regulars: whether he is coming to this date. */
const confirmButtons: readonly OutgoingButton[] = [
  { action: 'coming', title: { nl: 'Ik kom', en: 'I’m coming', de: 'Ich komme', fr: 'Je viens', es: 'Voy' } },
  {
    action: 'notComing',
    title: {
      nl: 'Deze week niet',
      en: 'Not this week',
      de: 'Diese Woche nicht',
      fr: 'Pas cette semaine',
      es: 'Esta semana no',
    },
  },
]

/** Whether he, who has a standing place, is coming to this date; only the latest question is kept. */
export const standingAsked: NotificationDefinition<'playdate.confirm'> = {
  isByCreator: true,
  extras: readerId =>
    sql`(select json_build_object('question', json_build_object('children', x.children))
      from playdates p join ${seatOf(readerId, sql`x`)} and not x.is_confirmed
     where p.id = (n.details ->> 'playdateId')::int and ${isAhead} and ${isReadableBy(readerId)})`,
  outside: {
    setting: 'playdates',
    hasMail: true,
    isUrgent: true,
    buttons: confirmButtons,
    isTrue: ({ isComing, isUnconfirmed }) => isComing && isUnconfirmed,
    path: pathToItsPlaydate,
    text: {
      title: {
        nl: 'Kom je?',
        en: 'Are you coming?',
        de: 'Kommst du?',
        fr: 'Tu viens ?',
        es: '¿Vienes?',
      },
      body: {
        nl: 'Je hebt een vaste plek op {when}. Laat weten of je komt; een dag van tevoren komt je plek anders vrij.',
        en: 'You have a standing place on {when}. Say whether you are coming; otherwise your place is free a day before.',
        de: 'Du hast einen festen Platz am {when}. Sag Bescheid, ob du kommst; sonst wird er einen Tag vorher frei.',
        fr: 'Tu as une place attitrée le {when}. Dis si tu viens ; sinon elle se libère la veille.',
        es: 'Tienes una plaza fija el {when}. Di si vienes; si no, queda libre un día antes.',
      },
    },
  },
}

/** A regular did not answer, so his seat on this date was released. */
export const standingReleased: NotificationDefinition<'playdate.released'> = {
  outside: {
    setting: 'playdates',
    hasMail: true,
    isUrgent: true,
    isTrue: ({ isOn, isCancelled, playdateId }) => playdateId !== null && !isOn && !isCancelled,
    path: pathToItsPlaydate,
    text: {
      title: {
        nl: 'Je plek is vrijgekomen',
        en: 'Your place is free',
        de: 'Dein Platz ist frei',
        fr: 'Ta place est libérée',
        es: 'Tu plaza ha quedado libre',
      },
      body: {
        nl: 'Je liet niet weten of je komt op {when}. Wil je toch? Doe mee zolang er plek is.',
        en: 'You did not say whether you are coming on {when}. Still want to? Join while there is room.',
        de: 'Du hast nicht gesagt, ob du am {when} kommst. Doch dabei? Mach mit, solange Platz ist.',
        fr: 'Tu n’as pas dit si tu venais le {when}. Tu veux venir ? Participe tant qu’il y a de la place.',
        es: 'No dijiste si venías el {when}. ¿Aun así quieres? Apúntate mientras haya sitio.',
      },
    },
  },
}

/** A day before his playdate, fewer fathers are coming than it needs; he decides. */
export const playdateTooFew: NotificationDefinition<'playdate.tooFew'> = {
  extras: readerId =>
    sql`(select json_build_object('question', json_build_object('children', null))
      from playdates p where p.id = (n.details ->> 'playdateId')::int and p.creator_id = ${readerId} and ${isAhead} and ${hasTooFew})`,
  outside: {
    setting: 'playdates',
    hasMail: true,
    isUrgent: true,
    isTrue: ({ isComing, isCreator, isShort }) => isComing && isCreator && isShort,
    path: pathToItsPlaydate,
    text: {
      title: {
        nl: 'Nog niet genoeg papa’s',
        en: 'Not enough dads yet',
        de: 'Noch nicht genug Papas',
        fr: 'Pas encore assez de papas',
        es: 'Aún no hay bastantes papás',
      },
      body: {
        nl: 'Er komen nog te weinig papa’s op {when}. Gaat hij door?',
        en: 'Too few dads are coming on {when}. Is it going ahead?',
        de: 'Am {when} kommen noch zu wenig Papas. Findet sie statt?',
        fr: 'Trop peu de papas viennent le {when}. Il a lieu ?',
        es: 'Vienen pocos papás el {when}. ¿Sigue en pie?',
      },
    },
  },
}

/** What holds for good: it leads to the playdate, and whatever happens to that. */
const stays = { setting: 'playdates', hasMail: true, isTrue: () => true, path: pathToItsPlaydate } as const

/** His standing place has ended because he did not answer twice in a row. */
export const standingEnded: NotificationDefinition<'series.standingEnded'> = {
  outside: {
    ...stays,
    text: {
      title: {
        nl: 'Je vaste plek is gestopt',
        en: 'Your standing place has ended',
        de: 'Dein fester Platz ist beendet',
        fr: 'Ta place attitrée est terminée',
        es: 'Tu plaza fija ha terminado',
      },
      body: {
        nl: 'Je liet twee keer niet weten of je komt. Je kunt altijd weer een vaste plek nemen.',
        en: 'You did not say twice whether you are coming. You can take a standing place again any time.',
        de: 'Du hast zweimal nicht gesagt, ob du kommst. Du kannst jederzeit wieder einen festen Platz nehmen.',
        fr: 'Deux fois, tu n’as pas dit si tu venais. Tu peux reprendre une place attitrée à tout moment.',
        es: 'No dijiste dos veces si venías. Puedes volver a tener una plaza fija cuando quieras.',
      },
    },
  },
}

/** The last date of his series is near; he can renew it. */
export const seriesEnding: NotificationDefinition<'series.ending'> = {
  outside: {
    setting: 'playdates',
    hasMail: true,
    isTrue: ({ isComing, isCreator }) => isComing && isCreator,
    path: pathToItsPlaydate,
    text: {
      title: {
        nl: 'Je reeks loopt af',
        en: 'Your series is ending',
        de: 'Deine Reihe läuft aus',
        fr: 'Ta série se termine',
        es: 'Tu serie se acaba',
      },
      body: {
        nl: 'De laatste keer is {when}. Gaan jullie door? Verleng hem met één tik.',
        en: 'The last date is {when}. Carrying on? Renew it with one tap.',
        de: 'Das letzte Mal ist am {when}. Macht ihr weiter? Verlängere sie mit einem Tipp.',
        fr: 'La dernière date est le {when}. Vous continuez ? Prolonge-la d’un geste.',
        es: 'La última vez es el {when}. ¿Seguís? Prolóngala con un toque.',
      },
    },
  },
}

/** A series has ended in which he had a standing place, or whose open hours he usually attended. */
export const seriesEnded: NotificationDefinition<'series.ended'> = {
  outside: {
    ...stays,
    text: {
      title: {
        nl: 'Een reeks is gestopt',
        en: 'A series has ended',
        de: 'Eine Reihe ist zu Ende',
        fr: 'Une série est terminée',
        es: 'Una serie ha terminado',
      },
      body: {
        nl: 'De speelafspraak waar je meestal was, komt niet meer terug.',
        en: 'The playdate you were usually at won’t repeat any more.',
        de: 'Die Verabredung, bei der du meistens dabei warst, wiederholt sich nicht mehr.',
        fr: 'Le rendez-vous où tu étais d’habitude ne se répète plus.',
        es: 'La quedada a la que solías ir ya no se repite.',
      },
    },
  },
}
