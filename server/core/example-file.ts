/** A file that stands in the folder of every try, so that tools that read one have something to read. */
export const EXAMPLE_FILE = { name: "try-example.csv", content: "name,amount\nAda,12.50\nGrace,7\n" };
