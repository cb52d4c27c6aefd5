import type { LegalContent, LegalFacts } from './shape.ts'

export function content({ contact, chatDays, tileHost }: LegalFacts): LegalContent {
  const operator = contact
    ? `Puedes contactar con el responsable de este Papadag en ${contact}. La dirección también sirve para las autoridades. Escribe en neerlandés o en inglés.`
    : 'El responsable de este Papadag no ha indicado aquí ninguna dirección de correo. Pregunta a quien te invitó o a quien lleva este servidor.'
  return {
    close: 'Cerrar',
    readOn: 'Lee también',
    privacy: {
      title: 'Privacidad',
      intro:
        'Papadag sabe dónde y cuándo quedan los padres con sus hijos. Por eso guardamos poco, mostramos menos y no vendemos nada. No hay publicidad, ni rastreo, ni estadísticas sobre ti.',
      sections: {
        who: {
          heading: 'Quién es el responsable',
          blocks: ['Papadag es software libre. Quien lleva este servidor es responsable de tus datos.', operator],
        },
        stored: {
          heading: 'Qué guardamos y para qué',
          blocks: [
            'Para que podáis quedar, y solo para eso (nuestro contrato contigo, artículo 6.1.b del RGPD):',
            [
              'tu cuenta: nombre de usuario, nombre, correo electrónico y tu contraseña, de forma que nadie puede leerla',
              'lo que rellenas tú: foto, texto sobre ti, ciudad, teléfono, sitios favoritos y, de cada hijo, un nombre y un mes de nacimiento',
              'tus días de papá, si los indicas: sirven para encontrar papás que también pueden y para proponer una quedada; los demás saben como mucho cuáles compartís',
              'lo que haces: quedadas, mensajes de chat, sitios guardados y los sitios y reseñas que añades; lo que corriges de un sitio pasa a ser dato abierto, sin tu nombre',
            ],
            'Por seguridad (interés legítimo): tus inicios de sesión con el nombre del navegador, las denuncias y un registro de accesos, bloqueos y decisiones. Tu ubicación solo se usa si tu navegador puede darla, y no se guarda. Solo recordamos en qué kilómetro cuadrado vives, y solo si tú nos lo dices.',
          ],
        },
        seen: {
          heading: 'Quién ve qué',
          blocks: [
            [
              'Quien no ha iniciado sesión no ve personas, ni quedadas, ni sitios.',
              'Todos los miembros ven tu nombre, foto, ciudad, texto y sitios favoritos, y las quedadas que creas. Una quedada en tu casa puedes mostrarla solo a los participantes; los demás ven entonces el barrio.',
              'Solo quien queda contigo (hasta 7 días después) o ha intercambiado mensajes contigo ve la edad de tus hijos; sus nombres y tu teléfono, solo si lo activas.',
              'Ningún otro miembro ve tu nombre de usuario, tu correo ni los meses de nacimiento. A qué distancia vives de alguien se muestra solo de forma aproximada, y solo si los dos habéis dicho más o menos dónde.',
              'Los moderadores solo ven mensajes si alguien los denuncia, con diez mensajes antes y después.',
            ],
            'Lo decides tú en tu perfil, en Ajustes. Si bloqueas a alguien, deja de verte, y tú a él.',
          ],
        },
        kept: {
          heading: 'Cuánto tiempo',
          blocks: [
            [
              `Mensajes de chat: ${chatDays}. Después desaparecen de verdad.`,
              'Inicios de sesión: 14 días desde tu última visita, 30 como máximo. Notificaciones de la campana: 3 meses.',
              'Dispositivos que reciben notificaciones: hasta que los quites, cierres sesión en ellos o el servicio ya no los conozca.',
              'Quedadas pasadas y registro de seguridad: 12 meses. Denuncias y sus pruebas: hasta 6 meses después de la decisión.',
              'El resto de tu cuenta: hasta que lo quites o elimines tu cuenta. Si no la usas en dos años, la eliminamos, siempre que antes hayamos podido avisarte por correo.',
            ],
            'Si eliminas tu cuenta, tu perfil, tus hijos, tu foto y las quedadas que creaste desaparecen al momento. Los sitios que añadiste se quedan, sin tu nombre. Lo que escribiste a alguien puede leerlo hasta que caduquen los mensajes. Lo que otros recibieron de ti, como el texto de una quedada, pueden denunciarlo durante 30 días más: para eso guardamos una copia que solo lee un moderador, tras una denuncia. Una forma ilegible de tu nombre de usuario se guarda 35 días, para que una copia de seguridad restaurada no te traiga de vuelta.',
          ],
        },
        others: {
          heading: 'Quién más interviene',
          blocks: [
            [
              tileHost
                ? `Las imágenes del mapa vienen de ${tileHost}. Ese servidor ve tu dirección IP y qué parte del mapa miras.`
                : 'El mapa viene de nuestro propio servidor, así que nadie más ve tu dirección IP ni qué parte del mapa miras.',
              'El tiempo lo pide nuestro servidor a OpenWeather, con tu posición redondeada a dos decimales (un kilómetro, más o menos) y sin decir quién eres. Para el tiempo de una quedada, pregunta al servicio que se indica debajo por el centro de una zona de unos diez kilómetros.',
              'Las rutas se abren en la aplicación de mapas que elijas; allí se aplican sus normas.',
              'Las fotos de otras webs las recogemos nosotros, para que esas webs no te vean.',
              'Si activas las notificaciones, pasan por el servicio de tu navegador, como el de Google, Apple, Mozilla o Microsoft. Este sabe que hay algo para este dispositivo y cuándo, pero no puede leer qué. En tu pantalla aparece quién y de qué se trata, nunca el texto de un mensaje, una dirección ni el nombre de un niño.',
              'Si creas una invitación, cualquiera que tenga ese enlace, también sin cuenta, ve el día y la hora, el nombre del lugar o el barrio, cuántos papás van y cuántas plazas quedan. Tu nombre de pila, solo si lo activas; nunca una dirección particular, el nombre de otra persona ni nada sobre los niños. La aplicación en la que compartes el enlace guarda su vista previa: ahí solo aparecen el día y la hora. Si creas un enlace para el otro progenitor, cualquiera que lo tenga ve dónde y cuándo estás, quién lo organiza (su nombre de pila) y si vas; de una casa, solo el barrio, salvo que el anfitrión muestre más. Deja de funcionar dos horas después del final.',
              'Si conectas un calendario, la empresa que lo guarda, como Google, Apple o Microsoft, también lee tus quedadas, igual que quienes comparten ese calendario contigo. Las direcciones particulares solo aparecen si lo activas. De los enlaces solo guardamos una huella; retirarlos tiene efecto al momento.',
              'Si este servidor envía correos, pasan por el servidor de correo del responsable. Un correo sobre una quedada dice la hora, no el lugar; al final, con un clic, dejas de recibirlos.',
            ],
          ],
        },
        browser: {
          heading: 'Cookies y tu navegador',
          blocks: [
            'Tres cookies, todas necesarias: una para tu sesión, una que impide que otras webs actúen en tu nombre (XSRF-TOKEN) y una para tu idioma. Si pides un código para iniciar sesión, una cuarta durante diez minutos.',
            'Tu navegador guarda el idioma, los colores, la aplicación de mapas, tu elección de privacidad, lo que ya te hemos preguntado y, durante un día, la invitación con la que llegaste. Mientras tienes la sesión abierta, también guarda tu nombre, tus borradores, tus mensajes recientes y lo que puedes releer sin conexión. Esa parte se borra al cerrar sesión.',
          ],
        },
        rights: {
          heading: 'Tus derechos',
          blocks: [
            'En tu perfil puedes verlo todo, corregirlo, llevártelo en un archivo y eliminarlo. También puedes oponerte o pedir que se limite el uso: escribe al responsable. Si eso no basta, puedes reclamar ante la autoridad de protección de datos del país donde vives.',
            'Aquí ningún ordenador evalúa ni clasifica a nadie.',
          ],
        },
      },
    },
    terms: {
      title: 'Condiciones',
      intro:
        'Lo que acordamos tú y el responsable de este Papadag. En lenguaje claro. Versión del 22 de noviembre de 2026.',
      sections: {
        you: {
          heading: 'Para quién',
          blocks: [
            'Papadag es para padres, madres y cuidadores mayores de 18 años. Es gratis. Usas tu nombre real, tienes una sola cuenta y no compartes tu contraseña.',
          ],
        },
        meeting: {
          heading: 'Quedar es cosa tuya',
          blocks: [
            'Nosotros ponemos en contacto a padres. No cuidamos niños, no estamos allí y no comprobamos que cada uno sea quien dice ser. Tú te quedas con tus hijos y respondes de ellos. La primera vez, quedad en un lugar público. Las normas de la casa forman parte de estas condiciones.',
          ],
        },
        yours: {
          heading: 'Lo que publicas sigue siendo tuyo',
          blocks: [
            'Solo nos permites guardarlo y mostrarlo a quien puede verlo según el texto de privacidad, mientras esté publicado. Publica solo fotos tuyas o para las que tengas permiso, y ningún niño ajeno reconocible.',
          ],
        },
        forbidden: {
          heading: 'Lo que no se permite',
          blocks: [
            [
              'todo lo que pueda dañar a niños, y todo lo que sea delito',
              'amenazas, acoso, discriminación, mensajes sexuales',
              'hacerse pasar por otra persona o difundir datos ajenos',
              'publicidad, ventas, captación o cualquier otro negocio',
              'recoger datos de forma automática o entorpecer el servidor',
            ],
          ],
        },
        places: {
          heading: 'Los sitios y el mapa',
          blocks: [
            'El mapa y los sitios vienen en parte de OpenStreetMap: © OpenStreetMap contributors, disponibles bajo la ODbL, véase openstreetmap.org/copyright. Podemos mostrar sin tu nombre los sitios que añades y cederlos con la misma licencia; lo que corriges de un sitio son datos abiertos, que también pueden pasar a OpenStreetMap. Un sitio puede haber cambiado: comprueba tú mismo si es seguro.',
          ],
        },
        moderation: {
          heading: 'Denuncias y decisiones',
          blocks: [
            'Puedes denunciar personas, mensajes, chats, quedadas, sitios y fotos. Un moderador (una persona, no una máquina) revisa la denuncia y puede ocultar o quitar algo, advertir a alguien o suspender una cuenta 1, 7 o 30 días o hasta que se acepte una reclamación. Al afectado se le dice qué se ha decidido, por qué, según qué norma, por cuánto tiempo y cómo reclamar. Quien denuncia conoce el resultado. Su nombre no lo damos.',
            'Solo dos cosas ocurren de forma automática, hasta que lo revise un moderador: tras denuncias sobre la seguridad de niños de dos personas que de verdad tuvieron contacto con alguien, se oculta lo denunciado o esa persona no puede iniciar más chats ni quedadas; y un sitio que denuncian tres miembros se oculta. Lo que una cuenta denuncie en sus tres primeros días no cuenta para esto, pero un moderador lo lee igualmente.',
          ],
        },
        appeal: {
          heading: '¿No estás de acuerdo?',
          blocks: [
            'Escribe en un plazo de seis meses a la dirección de contacto e indica qué se decidió y por qué no es correcto. Una persona lo revisa de nuevo y responde explicando los motivos. También puedes acudir a un órgano certificado de resolución extrajudicial de litigios o a los tribunales.',
            operator,
          ],
        },
        liability: {
          heading: 'Responsabilidad',
          blocks: [
            'Papadag es gratis y se ofrece tal cual. Puede fallar, y lo que dicen los miembros puede no ser exacto. Una notificación o un correo puede llegar tarde o no llegar: vale lo que pone en Papadag. No respondemos de lo que ocurra en una quedada. Sí respondemos de los daños por dolo o negligencia grave nuestra y de todo aquello que la ley no permite excluir.',
          ],
        },
        end: {
          heading: 'Irse y cambiar',
          blocks: [
            'Puedes eliminar tu cuenta cuando quieras. Podemos cerrar el servicio, o la cuenta de quien incumpla estas normas de forma grave o repetida, diciendo por qué. Si cambian estas condiciones, arriba habrá una fecha nueva; si no estás de acuerdo, puedes irte. Las normas que protegen a los consumidores del país donde vives se aplican siempre.',
          ],
        },
      },
    },
    rules: {
      title: 'Normas de la casa',
      intro: 'Cortas, que tienes más cosas que hacer.',
      sections: {
        honest: {
          heading: 'Sé tú mismo',
          blocks: ['Tu nombre, tu cara, tus hijos. Papadag es para padres y madres mayores de 18 años.'],
        },
        public: {
          heading: 'Primero, en un lugar público',
          blocks: [
            '¿Aún no os conocéis? Quedad en un parque infantil, no en casa de nadie. Dile a alguien dónde estás. Si algo no te gusta, vete a casa; no le debes explicaciones a nadie.',
          ],
        },
        stay: {
          heading: 'Quédate con tu hijo',
          blocks: ['Papadag no es una niñera. Venís juntos, vigilas tú y os vais juntos.'],
        },
        children: {
          heading: 'Los hijos de los demás',
          blocks: [
            'Ni fotos, ni nombres, ni mensajes sin permiso de su padre o su madre. Tampoco fotos en las que salgan por casualidad.',
          ],
        },
        cancel: {
          heading: 'Cancelar vale, dejar plantado no',
          blocks: [
            'Fiebre, lluvia, una siesta perdida: todo el mundo lo entiende. Bórrate de la quedada y nadie esperará en vano.',
          ],
        },
        talk: {
          heading: 'Habla como en el arenero',
          blocks: [
            'Hay niños escuchando. Sin insultos, sin discriminación, sin sexo, sin insistir. No contestar también es una respuesta.',
          ],
        },
        sell: {
          heading: 'Nada en venta',
          blocks: ['Ni publicidad, ni cursos, ni ocasiones únicas de ganar dinero desde casa.'],
        },
        wrong: {
          heading: '¿Algo no va bien?',
          blocks: [
            'Bloquea a alguien: no se enterará. Denuncia lo que no está bien: un moderador lo revisa y puede advertir, ocultar o suspender, siempre con una explicación. Sin cuenta se denuncia aquí, con el enlace que te hayan mandado. Si alguien está en peligro, llama primero al 112.',
          ],
        },
      },
    },
  }
}
