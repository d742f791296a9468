/** The operator's command line as a whole. */
import { Command } from 'commander';
import { addAccountCommands } from './account-commands.ts';
import { addDemoCommands } from './demo-commands.ts';
import { addGatewayCommands } from './gateway-commands.ts';
import { addInvoiceCommands } from './invoice-commands.ts';
import { addOrderCommands } from './order-commands.ts';
import { addPriceCommands } from './price-commands.ts';
import { addPromotionCommands } from './promotion-commands.ts';
import { addSellerCommands } from './seller-commands.ts';
import { addStockCommands } from './stock-commands.ts';
import { addSupplierCommands } from './supplier-commands.ts';
import { addVerifyCommand } from './verify-command.ts';

/**
 * Builds the command line. It throws CommanderError instead of ending the process.
 * @param quiet keeps what commander has to say about errors to itself: the caller says it, as JSON.
 */
export function buildProgram(quiet: boolean): Command {
  const program = new Command('npm run -s operator --')
    .description(
      'The operator’s command: accounts, API keys, stock, prices, promotions, the seller, invoices, failed orders, suppliers, the entry point, and the check of the books.',
    )
    .usage('<command> [options]')
    .option('--json', 'answer in JSON on standard output, errors too')
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput(quiet ? { writeErr: () => {} } : {})
    .showHelpAfterError('(--help explains)')
    .exitOverride()
    .addHelpText(
      'after',
      `
It works on the database of the server beside it: that of DATABASE_URL, else the embedded one in DATA_DIR, which is started for the
time being where it does not run. Exit codes: 0 done, 1 refused or a violation found, 2 a slip on the command line.

Examples:
  npm run -s operator -- account create --email shop@example.com --password "a long phrase" --reseller --balance 25.00
  npm run -s operator -- key issue shop@example.com
  npm run -s operator -- stock add --country fr --addresses 203.0.113.0/28
  npm run -s operator -- verify --json

Each command has its own --help: npm run -s operator -- account create --help`,
    );
  addAccountCommands(program);
  addStockCommands(program);
  addPriceCommands(program);
  addPromotionCommands(program);
  addSellerCommands(program);
  addInvoiceCommands(program);
  addOrderCommands(program);
  addSupplierCommands(program);
  addGatewayCommands(program);
  addDemoCommands(program);
  addVerifyCommand(program);
  return program;
}
