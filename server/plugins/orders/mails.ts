/** The mails of orders, in each language. */
import { type Language, localeOf } from '#server/kernel/languages.ts';

/** Said when support has delivered an order that had failed. */
export function deliveredMail(language: Language, { orderId }: { orderId: number }) {
  return {
    en: {
      subject: `Order ${orderId} is delivered`,
      text: `Hello,\n\nOrder ${orderId}, which had failed after it was debited, is delivered now. Its proxies stand under “Proxies” in the client area; a program gets them by sending the same request with the same Idempotency-Key again. You were charged once.\n\nWe are sorry for the delay.`,
    },
    fr: {
      subject: `La commande ${orderId} est livrée`,
      text: `Bonjour,\n\nLa commande ${orderId}, qui avait échoué après avoir été débitée, est maintenant livrée. Ses proxys se trouvent sous « Proxys » dans l’espace client ; un programme les obtient en renvoyant la même requête avec la même Idempotency-Key. Vous n’avez été débité qu’une fois.\n\nVeuillez nous excuser pour ce retard.`,
    },
    es: {
      subject: `El pedido ${orderId} está entregado`,
      text: `Hola:\n\nEl pedido ${orderId}, que había fallado después de cobrarse, ya está entregado. Sus proxies están en «Proxies», en el área de clientes; un programa los obtiene enviando de nuevo la misma petición con la misma Idempotency-Key. Se le ha cobrado una sola vez.\n\nDisculpe el retraso.`,
    },
  }[language];
}

/** Said when support has given an order back that had failed. @param order.amount in euros. */
export function refundedMail(language: Language, order: { orderId: number; amount: number }) {
  const { orderId } = order;
  const amount = new Intl.NumberFormat(localeOf[language], { style: 'currency', currency: 'EUR' }).format(order.amount);
  return {
    en: {
      subject: `Order ${orderId} is refunded`,
      text: `Hello,\n\nOrder ${orderId} could not be delivered. The ${amount} that it was debited are back on your balance, and its invoice and the credit note stand under “Invoices” in the client area. Its Idempotency-Key is used up: to order again, use a new one.\n\nWe are sorry that it did not work out.`,
    },
    fr: {
      subject: `La commande ${orderId} est remboursée`,
      text: `Bonjour,\n\nLa commande ${orderId} n’a pas pu être livrée. Les ${amount} débités sont de retour sur votre solde ; sa facture et l’avoir se trouvent sous « Factures » dans l’espace client. Son Idempotency-Key est épuisée : pour commander de nouveau, utilisez-en une nouvelle.\n\nVeuillez nous excuser.`,
    },
    es: {
      subject: `El pedido ${orderId} está reembolsado`,
      text: `Hola:\n\nEl pedido ${orderId} no se ha podido entregar. Los ${amount} cobrados están de nuevo en su saldo; la factura y la nota de crédito están en «Facturas», en el área de clientes. Su Idempotency-Key ya no sirve: para pedir de nuevo, use otra.\n\nDisculpe las molestias.`,
    },
  }[language];
}
