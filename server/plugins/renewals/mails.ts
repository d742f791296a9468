/** The mails of renewals, in each language. */
import type { Language } from '#server/kernel/languages.ts';
import { type Cents, formatEuros } from '#server/kernel/money.ts';

/** What is to be renewed by itself and cannot be. */
export interface Shortage {
  /** Proxies that are due. */
  readonly due: number;
  /** Of those, how many the balance reached for. */
  readonly renewed: number;
  readonly missingCents: Cents;
  /** When the first of the others expires. */
  readonly firstEnd: Date;
  /** Of the page on which the balance is topped up. */
  readonly url: string;
}

/** Tells that the balance does not reach for what is to be renewed by itself. */
export function shortageMail(language: Language, { due, renewed, missingCents, firstEnd, url }: Shortage) {
  const [left, missing] = [due - renewed, formatEuros(missingCents)];
  const end = `${firstEnd.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return {
    en: {
      subject: `Your balance does not reach to renew your proxies: ${missing} euros are missing`,
      text: `Hello,\n\nOf the proxies that are to be renewed by themselves now, your balance reached for ${renewed} of ${due}. To renew the others (${left}), ${missing} euros are missing. The first of them expires on ${end}.\n\nTop up here:\n\n${url}\n\nWe try again until they expire. You hear of it once a day at most.`,
    },
    fr: {
      subject: `Votre solde ne suffit pas pour renouveler vos proxys : il manque ${missing} euros`,
      text: `Bonjour,\n\nParmi les proxys à renouveler automatiquement maintenant, votre solde a suffi pour ${renewed} sur ${due}. Pour renouveler les autres (${left}), il manque ${missing} euros. Le premier d’entre eux expire le ${end}.\n\nRechargez votre solde ici :\n\n${url}\n\nNous réessayons jusqu’à leur expiration. Vous recevez ce message une fois par jour au plus.`,
    },
    es: {
      subject: `Su saldo no alcanza para renovar sus proxies: faltan ${missing} euros`,
      text: `Hola:\n\nDe los proxies que deben renovarse ahora automáticamente, su saldo alcanzó para ${renewed} de ${due}. Para renovar los demás (${left}) faltan ${missing} euros. El primero de ellos caduca el ${end}.\n\nRecargue su saldo aquí:\n\n${url}\n\nLo intentamos de nuevo hasta que caduquen. Recibirá este aviso una vez al día como máximo.`,
    },
  }[language];
}
