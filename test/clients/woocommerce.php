<?php
/**
 * As much of WordPress and WooCommerce as Hyperswitch's plugin for WooCommerce calls, over one order
 * in a file. Reads a task from its standard input, has the plugin do it, and writes the order, the
 * requests that the plugin sent and what it printed.
 *
 * The plugin is not part of this repository, and stays as it is: requests to its two fixed addresses
 * go to the switch that the task names.
 */

// The plugin reads members that are not there, such as those of an answer that it does not wait for.
error_reporting( E_ERROR | E_PARSE );
ini_set( 'display_errors', 'stderr' );
define( 'ABSPATH', '/' );

$task = json_decode( stream_get_contents( STDIN ), true );
$sent = array();
$redirect = null;
$notices = array();

function plugins_url( $path = '', $plugin = '' ) { return 'http://shop.example/plugins' . $path; }
function plugin_dir_path( $file ) { return dirname( $file ) . '/'; }
function plugin_basename( $file ) { return basename( $file ); }
function untrailingslashit( $path ) { return rtrim( $path, '/' ); }
function sanitize_text_field( $text ) { return $text; }
function wp_unslash( $text ) { return $text; }
function add_action() {}
function add_filter() {}
function wp_enqueue_style() {}
function wp_enqueue_script() {}
function wp_register_script() {}
function wp_localize_script() {}
function __( $text, $domain = '' ) { return $text; }
function esc_html__( $text, $domain = '' ) { return $text; }
function esc_html( $text ) { return htmlspecialchars( $text ); }
function esc_url( $url ) { return $url; }
function admin_url( $path ) { return 'http://shop.example/wp-admin/' . $path; }
function home_url( $path ) { return $GLOBALS['task']['shop'] . $path; }
function wp_json_encode( $value ) { return json_encode( $value ); }
function get_woocommerce_currency() { return 'USD'; }
function get_permalink( $page ) { return 'http://shop.example/cart'; }
function woocommerce_get_page_id( $page ) { return 1; }
function wc_get_page_id( $page ) { return 1; }
function wc_add_notice( $text, $kind ) { $GLOBALS['notices'][] = $text; }
function wp_redirect( $url ) { $GLOBALS['redirect'] = $url; }
function wp_get_current_user() { return (object) array( 'ID' => 7, 'user_registered' => '2026-01-01 00:00:00' ); }
function wc_get_product( $id ) {
	return new class() {
		public function get_price() { return '25.00'; }
	};
}

/** Sends a request of the plugin to the switch. A request that is not waited for has no answer. */
function to_the_switch( $method, $url, $args ) {
	$own = preg_replace( '#^https://(sandbox|api)\.hyperswitch\.io#', $GLOBALS['task']['switch'], $url );
	$headers = array();
	foreach ( $args['headers'] as $name => $value ) {
		$headers[] = $name . ': ' . $value;
	}
	$context = stream_context_create( array(
		'http' => array(
			'method' => $method,
			'header' => implode( "\r\n", $headers ),
			'content' => $args['body'] ?? '',
			'ignore_errors' => true,
			'timeout' => 45,
		),
	) );
	$body = file_get_contents( $own, false, $context );
	preg_match( '#^HTTP/\S+ (\d+)#', $http_response_header[0], $status );
	$GLOBALS['sent'][] = array(
		'method' => $method,
		'path' => parse_url( $own, PHP_URL_PATH ),
		'status' => (int) $status[1],
		'answer' => json_decode( $body, true ) ?? $body,
	);
	return array( 'body' => $args['blocking'] ? $body : '' );
}
function wp_remote_post( $url, $args ) { return to_the_switch( 'POST', $url, $args ); }
function wp_remote_get( $url, $args ) { return to_the_switch( 'GET', $url, $args ); }
function wp_remote_retrieve_body( $response ) { return $response['body']; }

class WC_Payment_Gateway {
	public $settings = array();
	public function __get( $name ) { return null; }
	public function init_settings() {}
	public function get_option( $name ) { return $GLOBALS['task']['settings'][ $name ] ?? ''; }
	public function get_return_url( $order ) { return 'http://shop.example/order-received/' . $order->id; }
}

class WC_Order {
	public $id;
	public $status;
	public function __construct( $id ) {
		$this->id = $id;
		$this->status = $GLOBALS['task']['order']['status'];
	}
	private function facts() { return $GLOBALS['task']['order']; }
	public function __call( $name, $args ) {
		$field = preg_replace( '#^get_#', '', $name );
		return $this->facts()[ $field ] ?? '';
	}
	public function get_items() {
		return array(
			new class() {
				public function get_product_id() { return 12; }
				public function get_name() { return 'Shoes'; }
				public function get_quantity() { return 2; }
			},
		);
	}
	public function get_transaction_id() { return $GLOBALS['task']['order']['transaction_id'] ?? ''; }
	public function set_transaction_id( $id ) { $GLOBALS['task']['order']['transaction_id'] = $id; }
	public function payment_complete( $id ) {
		$this->set_transaction_id( $id );
		$this->update_status( 'processing' );
	}
	public function update_status( $status ) {
		$this->status = $status;
		$GLOBALS['task']['order']['status'] = $status;
	}
	public function add_order_note( $note ) { $GLOBALS['task']['order']['notes'][] = $note; }
	public function update_meta_data( $name, $value ) { $GLOBALS['task']['order'][ $name ] = $value; }
	public function save() {}
	public function get_refunds() { return array(); }
}
function wc_get_order( $id ) { return new WC_Order( $id ); }

class WC_Order_Refund {
	public $id = 31;
	public function set_refunded_payment( $done ) { $GLOBALS['task']['order']['refunded'] = $done; }
	public function set_status( $status ) {}
	public function set_amount( $amount ) {}
	public function set_reason( $reason ) {}
}

$woocommerce = (object) array(
	'cart' => new class() {
		public $total = '50.00';
		public function empty_cart() { $GLOBALS['task']['order']['cart'] = 'empty'; }
	},
);

register_shutdown_function( function () {
	fwrite( STDOUT, json_encode( array(
		'order' => $GLOBALS['task']['order'],
		'sent' => $GLOBALS['sent'],
		'redirect' => $GLOBALS['redirect'],
		'notices' => $GLOBALS['notices'],
		'result' => $GLOBALS['result'] ?? null,
	) ) );
} );

require $task['plugin'] . '/hyperswitch-checkout.php';
hyperswitch_init_payment_class();
$gateway = new Hyperswitch_Checkout();
$order = new WC_Order( $task['order']['id'] );

switch ( $task['do'] ) {
	case 'sheet':
		$result = $gateway->render_payment_sheet( $order->id, $task['client_secret'] ?? null );
		break;
	case 'return':
		$_GET['payment_id'] = $task['payment_id'];
		$gateway->check_hyperswitch_response();
		break;
	case 'capture':
		$gateway->hyperswitch_process_manual_capture_action( $order );
		break;
	case 'sync':
		$gateway->hyperswitch_process_manual_sync_action( $order );
		break;
	case 'refund':
		$result = $gateway->process_refund( $order->id, $task['amount'], 'Returned' );
		break;
	case 'webhook':
		$_SERVER['REQUEST_METHOD'] = 'POST';
		$_SERVER['HTTP_X_WEBHOOK_SIGNATURE_512'] = $task['signature'];
		stream_wrapper_unregister( 'php' );
		stream_wrapper_register( 'php', Body::class );
		hyperswitch_webhook_init();
		break;
}

/** What `php://input` has: the body of the webhook. */
class Body {
	private $at = 0;
	public $context;
	public function stream_open() { return true; }
	public function stream_read( $count ) {
		$part = substr( $GLOBALS['task']['body'], $this->at, $count );
		$this->at += strlen( $part );
		return $part;
	}
	public function stream_eof() { return $this->at >= strlen( $GLOBALS['task']['body'] ); }
	public function stream_stat() { return array(); }
}
