/** A process that ends before it takes anything up. */
process.exit(3);
