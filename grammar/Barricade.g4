// The grammar of the IR that Bugle writes and Barricade reads (docs/ir.md), in the order of that
// page: declarations, specifications, bodies, statements, attributes, types, expressions, tokens.
//
// It is kept LL(1), except that a label and an assignment both begin with a name, so that
// megabytes of IR parse in linear time and in little memory. Two things follow:
//
// * An expression is a flat list of operands and binary operators; the front end
//   (frontend/expression_builder.cpp) groups them by precedence, from loose to tight:
//       <==>     ==> (right associative)     && ||     == != < <= > >=     ++     + -
//       * div mod     ! and unary -     [..] and [high:low]
//   `if c then a else` is a prefix operator, the loosest of all: b in `if c then a else b` reaches
//   as far as it can.
// * The front end calls the rules of a procedure's parts one by one (procedureHeader,
//   specification, localVariables, statement), so that the tree of one statement is alive at a
//   time. `program` is the whole language, in one piece.
//
// The front end reads labels (`value=`, `names+=`) and no list of children, which the parser
// does not even build.
grammar Barricade;

// --- Declarations -----------------------------------------------------------------------------

program : declaration* EOF ;

declaration
  : typeDeclaration
  | constDeclaration
  | varDeclaration
  | functionHeader ( ';' | functionBody )
  | axiom
  | procedureHeader ( ';' specification* | specification* body )
  | implementationHeader body
  ;

typeDeclaration : 'type' name=ID '=' value=type ';' ;

constDeclaration : 'const' attributes+=attribute* unique='unique'? group=typedNames ';' ;

varDeclaration
  : 'var' attributes+=attribute* groups+=typedNames ( ',' groups+=typedNames )* ';'
  ;

typedNames : names+=ID ( ',' names+=ID )* ':' value=type ;

functionHeader
  : 'function' attributes+=attribute* name=ID
    '(' ( inputs+=functionParameter ( ',' inputs+=functionParameter )* )? ')'
    ( ':' result=type | 'returns' '(' returned=functionParameter ')' )
  ;

functionParameter : ( name=ID ':' )? value=type ;

functionBody : '{' value=expression '}' ;

axiom : 'axiom' attributes+=attribute* value=expression ';' ;

procedureHeader : 'procedure' value=signature ;

// Gives the procedure of the same name its body.
implementationHeader : 'implementation' value=signature ;

signature
  : attributes+=attribute* name=ID arguments=parameters ( 'returns' results=parameters )?
  ;

parameters : '(' ( groups+=typedNames ( ',' groups+=typedNames )* )? ')' ;

// --- Specifications and bodies ----------------------------------------------------------------

specification
  : free='free'? kind='requires' attributes+=attribute* value=expression ';'
  | free='free'? kind='ensures' attributes+=attribute* value=expression ';'
  | free='free'? kind='modifies' attributes+=attribute* ( names+=ID ( ',' names+=ID )* )? ';'
  ;

body : '{' localVariables statement* '}' ;

localVariables : declarations+=varDeclaration* ;

// --- Statements -------------------------------------------------------------------------------

statement
  : labelOf=label
  | assertion=assertStatement
  | assumption=assumeStatement
  | havoc=havocStatement
  | assign=assignment
  | call=callStatement
  | jump=gotoStatement
  | leave=returnStatement
  | branch=ifStatement
  | loop=whileStatement
  ;

label : name=ID ':' ;

assertStatement : 'assert' attributes+=attribute* value=expression ';' ;

assumeStatement : 'assume' attributes+=attribute* value=expression ';' ;

havocStatement : 'havoc' names+=ID ( ',' names+=ID )* ';' ;

assignment
  : targets+=target ( ',' targets+=target )* ':=' values+=expression ( ',' values+=expression )* ';'
  ;

target
  : name=ID ( '[' indices+=expression ( ',' indices+=expression )* ']' )*
  ;

// `results := procedure(arguments)`, or `procedure(arguments)`: the last name is the procedure's.
callStatement
  : 'call' attributes+=attribute* names+=ID ( ( ',' names+=ID )* ':=' names+=ID )?
    '(' ( arguments+=expression ( ',' arguments+=expression )* )? ')' ';'
  ;

gotoStatement : 'goto' names+=ID ( ',' names+=ID )* ';' ;

returnStatement : 'return' ';' ;

ifStatement
  : 'if' guard=condition thenBlock=block ( 'else' ( elseIf=ifStatement | elseBlock=block ) )?
  ;

whileStatement : 'while' guard=condition invariants+=invariant* body_=block ;

invariant : free='free'? 'invariant' attributes+=attribute* value=expression ';' ;

condition : '(' ( '*' | value=expression ) ')' ;

block : '{' statements+=statement* close='}' ;

// --- Attributes -------------------------------------------------------------------------------

attribute
  : name=ATTRIBUTE ( arguments+=attributeArgument ( ',' arguments+=attributeArgument )* )? '}'
  ;

attributeArgument : text=STRING | value=expression ;

// --- Types ------------------------------------------------------------------------------------

type
  : 'bool'
  | 'int'
  | bits=BVTYPE
  | name=ID                                                    // a synonym
  | '[' domains+=type ( ',' domains+=type )* ']' range=type    // [a, b]c is [a][b]c
  ;

// --- Expressions ------------------------------------------------------------------------------

expression
  : operands+=operand
    ( operators+=( '<==>' | '==>' | '&&' | '||' | '==' | '!=' | '<' | '<=' | '>' | '>=' | '++'
                 | '+' | '-' | '*' | 'div' | 'mod' ) operands+=operand )*
  ;

operand
  : prefixes+=prefix*
    ( name=ID ( call='(' ( arguments+=expression ( ',' arguments+=expression )* )? ')' )?
    | literal=( BVLITERAL | INTEGER | 'true' | 'false' )
    | old='old' '(' inner=expression ')'
    | '(' ( inner=expression | quantified=quantifier ) ')'
    )
    suffixes+=suffix*
  ;

prefix
  : operation='!'
  | operation='-'
  | operation='if' guard=expression 'then' then=expression 'else'
  ;

quantifier
  : kind=( 'forall' | 'exists' ) groups+=typedNames ( ',' groups+=typedNames )* '::'
    triggers+=trigger* value=expression
  ;

trigger : '{' values+=expression ( ',' values+=expression )* '}' ;

suffix
  : '[' indices+=expression ( ',' indices+=expression )* ']'   // map select
  | '[' high=INTEGER ':' low=INTEGER ']'                       // bits high-1 .. low
  ;

// --- Tokens -----------------------------------------------------------------------------------

TYPE : 'type' ;
CONST : 'const' ;
VAR : 'var' ;
AXIOM : 'axiom' ;
FUNCTION : 'function' ;
PROCEDURE : 'procedure' ;
IMPLEMENTATION : 'implementation' ;
UNIQUE : 'unique' ;
FREE : 'free' ;
REQUIRES : 'requires' ;
ENSURES : 'ensures' ;
MODIFIES : 'modifies' ;
IF : 'if' ;
WHILE : 'while' ;
ELSE : 'else' ;
TRUE : 'true' ;
FALSE : 'false' ;
OLD : 'old' ;
FORALL : 'forall' ;
BOOL : 'bool' ;
INT : 'int' ;

OPEN_BRACE : '{' ;
CLOSE_BRACE : '}' ;
OPEN_PARENTHESIS : '(' ;
OPEN_BRACKET : '[' ;
CLOSE_BRACKET : ']' ;
SEMICOLON : ';' ;
COLON : ':' ;
COMMA : ',' ;

IFF : '<==>' ;
IMPLIES : '==>' ;
AND : '&&' ;
OR : '||' ;
EQUAL : '==' ;
NOT_EQUAL : '!=' ;
LESS : '<' ;
LESS_EQUAL : '<=' ;
GREATER : '>' ;
GREATER_EQUAL : '>=' ;
CONCAT : '++' ;
PLUS : '+' ;
MINUS : '-' ;
TIMES : '*' ;
DIV : 'div' ;
MOD : 'mod' ;
NOT : '!' ;

BVTYPE : 'bv' DIGIT+ ;

BVLITERAL : DIGIT+ 'bv' DIGIT+ ;

INTEGER : DIGIT+ ;

STRING : '"' ~["\n]* '"' ;

// An attribute's opening brace with its name, which may be spelled like a keyword.
ATTRIBUTE : '{' [ \t]* ':' LETTER ( LETTER | DIGIT )* ;

ID : LETTER ( LETTER | DIGIT )* ;

fragment LETTER : [A-Za-z'~#$^_.?`] ;

fragment DIGIT : [0-9] ;

WHITE_SPACE : [ \t\r\n]+ -> skip ;

LINE_COMMENT : '//' ~[\n]* -> skip ;

BLOCK_COMMENT : '/*' .*? '*/' -> skip ;

// Anything else, so that the front end and not the lexer says what is wrong with it.
UNEXPECTED : . ;
